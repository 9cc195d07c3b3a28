import { withThousands, itemsInWords } from '../request/subject';
import { adviceOn, InputError, tooDeepAsInputError } from '../values/input-error';

/** The number of different mistakes to show; nobody reads a thousand. */
const MOST_WORDS = 10;

interface Mistake {
	readonly error: unknown;
	readonly items: [number, ...number[]];
}

/**
 * Gathers what is wrong with input items before anything is sent. Its size does not grow with the number of
 * items.
 */
export class Mistakes {
	private readonly byMessage = new Map<string, Mistake>();
	private others = 0;

	add(item: number, thrown: unknown): void {
		const error = tooDeepAsInputError(thrown);
		const { message } = error as Error;
		const same = this.byMessage.get(message);
		if (same) same.items.push(item);
		else if (this.byMessage.size < MOST_WORDS)
			this.byMessage.set(message, { error, items: [item] });
		else this.others++;
	}

	/**
	 * Returns one error for all mistakes and the item that it is about; undefined if there are none. A single
	 * mistake of one item, or of all of them, is returned as it is, as are failures of the service. Otherwise the
	 * error counts the items with each mistake: `3 of 2,500 items: item 4: …`.
	 */
	joined(
		total: number,
	): { readonly error: unknown; readonly item?: number | undefined } | undefined {
		const told = [...this.byMessage.values()].sort((a, b) => a.items[0] - b.items[0]);
		const [first, ...more] = told;
		if (!first) return undefined;
		const { error, items } = first;
		const isOnly = more.length === 0;
		const isItself = [1, total].includes(items.length) || !(error instanceof InputError);
		if (isOnly && isItself) return { error, item: items[0] };
		const count = told.reduce((sum, one) => sum + one.items.length, this.others);
		const counted = `${withThousands(count)} of ${withThousands(total)} items`;
		return { error: ofItems(told, counted, this.others), ...(isOnly && { item: items[0] }) };
	}
}

function ofItems(told: readonly Mistake[], count: string, others: number): InputError {
	const words = told.map(
		({ error, items }) => `${itemsInWords(items)}: ${(error as Error).message}`,
	);
	const more = others > 0 ? [`and ${withThousands(others)} more`] : [];
	const refusals = told.flatMap(({ error }) => (error instanceof InputError ? [error] : []));
	return new InputError(`${count}: ${[...words, ...more].join('; ')}`, adviceOn(refusals));
}
