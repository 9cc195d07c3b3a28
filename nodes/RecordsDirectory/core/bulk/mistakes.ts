import { inDigits, itemsInWords } from '../request/subject';
import { adviceOn, InputError } from '../values/input-error';

/** Different mistakes that are put into words; of a thousand, people read the first. */
const MOST_WORDS = 10;

interface Mistake {
	readonly error: unknown;
	readonly items: number[];
	/** It was found once for all these items: in the parameters, say, which all of them share. */
	isShared: boolean;
}

/** What is wrong with input items before anything is sent. Of any number of items it keeps little. */
export class Mistakes {
	private readonly byMessage = new Map<string, Mistake>();
	private others = 0;

	add(item: number, error: unknown): void {
		const { message } = error as Error;
		const same = this.byMessage.get(message);
		if (same) {
			same.items.push(item);
			same.isShared &&= same.error === error;
		} else if (this.byMessage.size < MOST_WORDS) {
			this.byMessage.set(message, { error, items: [item], isShared: true });
		} else {
			this.others++;
		}
	}

	/**
	 * One error for all of them, or undefined for none, and the item that it is about. A mistake that was found once
	 * is that error, where one item or all of them have it; and so is a failure of the service. Else it says how many of
	 * `total` items have which: `3 of 2,500 items: item 4: …`.
	 */
	joined(
		total: number,
	): { readonly error: unknown; readonly item?: number | undefined } | undefined {
		const told = [...this.byMessage.values()].sort((a, b) => firstOf(a) - firstOf(b));
		const [first, ...more] = told;
		if (!first) return undefined;
		const { error, items, isShared } = first;
		const isOfAll = items.length === 1 || items.length === total;
		const isOwn = !(error instanceof InputError);
		const isOnly = more.length === 0 && isShared;
		if (isOnly && (isOfAll || isOwn)) return { error, item: items[0] };
		const count = told.reduce((sum, one) => sum + one.items.length, this.others);
		const counted = ofItems(told, `${inDigits(count)} of ${inDigits(total)} items`, this.others);
		return { error: counted, ...(isOnly && { item: items[0] }) };
	}
}

function ofItems(told: readonly Mistake[], count: string, others: number): InputError {
	const words = told.map(
		({ error, items }) => `${itemsInWords(items)}: ${(error as Error).message}`,
	);
	const more = others > 0 ? [`and ${inDigits(others)} more`] : [];
	const refusals = told.flatMap(({ error }) => (error instanceof InputError ? [error] : []));
	return new InputError(`${count}: ${[...words, ...more].join('; ')}`, adviceOn(refusals));
}

const firstOf = ({ items: [first = 0] }: Mistake): number => first;
