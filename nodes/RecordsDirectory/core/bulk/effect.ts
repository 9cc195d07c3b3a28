import { capitalized, itemsInWords, shortened, withThousands, type Subject } from '../text';
import { Failure, type LookedUpEntry } from '../request/failure';
import { adviceOn, InputError, tooDeepAsInputError } from '../values/input-error';

/** `comparison` first compares all items with the service. */
export type RunKind = 'read' | 'write' | 'deletion' | 'comparison';

const DONE = {
	read: 'returned',
	write: 'saved',
	deletion: 'deleted',
	comparison: 'saved',
} as const;

const adviceOnRest = (kind: RunKind): string =>
	kind === 'comparison'
		? // A sync with a part of the list would retire or delete everybody else.
			'Run all items again: the node compares them with the service first.'
		: 'Run the node again with only the items that failed or were not sent.';

/** `unknown` items may have been saved. */
export type ItemOutcome = 'saved' | 'failed' | 'unknown' | 'not sent';

/** In the order of a summary: changes first. */
export const ACTIONS = {
	create: 'created',
	update: 'updated',
	import: 'imported',
	retire: 'retired',
	delete: 'deleted',
	unchanged: 'unchanged',
	kept: 'kept',
	excluded: 'excluded',
	/** Of an item with a problem that leaves it open. */
	unknown: 'unknown',
};

/** Subjects of one request with the same outcome. */
export interface Failed {
	readonly subjects: readonly Subject[];
	readonly outcome: ItemOutcome;
	/** Undefined if the service was not the reason. */
	readonly failure: Failure | undefined;
	/** Whether a look-up has shown that the service has none of them. */
	readonly isAbsent: boolean;
}

/** As a look-up has shown them; `saved` are those saved although the request failed, with their output rows. */
export function outcomesAfter(error: unknown, all: readonly Subject[], kind: RunKind) {
	const failure = error instanceof Failure ? error : undefined;
	const looks = new Map(all.map((subject, n) => [subject, failure?.looks[n]]));
	const having = (fate: LookedUpEntry['fate']) =>
		all.filter((subject) => (looks.get(subject)?.fate ?? 'unknown') === fate);
	const failed: Failed[] = [
		{
			subjects: having('unknown'),
			outcome: outcomeAfter(error, all.length, kind),
			failure,
			isAbsent: false,
		},
		{ subjects: having('absent'), outcome: 'failed', failure, isAbsent: true },
	];
	return {
		saved: new Map(having('saved').map((subject) => [subject, looks.get(subject)?.rows ?? []])),
		failed: failed.filter(({ subjects }) => subjects.length > 0),
	};
}

/** A rejected request saved nothing, except an import: the document does not say what it keeps. */
function outcomeAfter(error: unknown, count: number, kind: RunKind): ItemOutcome {
	if (error instanceof Failure) {
		if (isDoubtful(count, error)) return 'unknown';
		return error.wasNotSent ? 'not sent' : 'failed';
	}
	if (kind === 'read') return 'failed';
	return error instanceof InputError ? 'not sent' : 'unknown';
}

/** Whether it is unknown what a failed request for `count` entries has saved, and another request can show it. */
export const isOutcomeOpen = (count: number, failure: Failure): boolean =>
	!failure.isFinal && isDoubtful(count, failure);

const isDoubtful = (count: number, { ambiguous, kind }: Failure): boolean =>
	ambiguous || (count > 1 && kind === 'refused');

export interface Effect {
	readonly words: string;
	/** What to do with the other items; empty if nothing is to be said, such as before anything is sent. */
	readonly again: string;
	/** Whether the words or the advice say what to run again. */
	readonly isAdvised: boolean;
}

/** For a run that ends before anything is sent, and for an item that is not sent while others may be. */
export const NOT_SENT = {
	run: { words: 'Nothing was sent.', again: '', isAdvised: false },
	item: { words: 'It was not sent.', again: '', isAdvised: false },
} as const satisfies Record<string, Effect>;
/** For an item that is not sent because an earlier one failed. */
export const skipped = (kind: RunKind): Effect => ({
	...NOT_SENT.item,
	again: adviceOnRest(kind),
	isAdvised: true,
});

/** `3 saved, 1 failed, 2 not sent`; without `kind`, the actions of a plan. */
export function outcomesInWords(all: readonly unknown[], kind?: RunKind): string {
	const outcomes = ['saved', 'unchanged', 'failed', 'unknown', 'not sent'];
	const words = kind
		? outcomes.map((word) => [word, word === 'saved' ? DONE[kind] : word])
		: Object.entries(ACTIONS).map(([word, done]) => [word, word === done ? word : `to ${word}`]);
	return words
		.map(([what, word]) => ({ word, count: all.filter((one) => one === what).length }))
		.filter(({ count }) => count > 0)
		.map(({ word, count }) => `${withThousands(count)} ${word}`)
		.join(', ');
}

interface RunSoFar {
	readonly done: readonly Subject[];
	readonly failed: readonly Failed[];
	readonly unsent: readonly Subject[];
	/** Whether nothing else was to be written. */
	readonly isOnly: boolean;
	readonly kind: RunKind;
}

/** Claims no more than is known; undefined if the failure itself makes the outcomes plain. */
export function describeEffect(progress: RunSoFar): Effect | undefined {
	const { done, failed, unsent, isOnly, kind } = progress;
	if (isOnly && !failed.some(({ failure }) => failure?.ambiguous)) return undefined;
	const ofService = failed.filter(isOfService);
	const withheld = ofService
		.filter(({ outcome }) => outcome === 'not sent')
		.flatMap(({ subjects }) => subjects);
	const words = [
		...listing(capitalized(DONE[kind]), done),
		...ofService.flatMap(({ subjects, isAbsent, outcome }) => [
			...(outcome === 'unknown' ? [unknown(subjects, kind)] : []),
			...(outcome === 'failed' ? listing('Failed', subjects, isAbsent ? ABSENT : '') : []),
		]),
		...listing('Not sent', [...withheld, ...unsent]),
	].join(' ');
	if (words === '') return undefined;
	const outcomes = ofService.map(({ outcome }) => outcome);
	const isRest = unsent.length > 0 || outcomes.some((outcome) => outcome !== 'unknown');
	// A run that compares first needs all items again, unknown ones as well.
	const again = !isOnly && (isRest || kind === 'comparison') ? adviceOnRest(kind) : '';
	return { words, again, isAdvised: outcomes.includes('unknown') || again !== '' };
}

const isOfService = (one: Failed): one is Failed & { readonly failure: Failure } =>
	one.failure !== undefined;

const listing = (outcome: string, subjects: readonly Subject[], why = ''): string[] =>
	subjects.length > 0 ? [`${outcome}: ${itemsInWords(subjects)}${why}.`] : [];

const ABSENT = ' (not found in the service afterwards)';

function unknown(subjects: readonly Subject[], kind: RunKind): string {
	const became = `Unknown: ${itemsInWords(subjects)} may have been ${DONE[kind]}.`;
	const items = subjects.length === 1 ? 'it' : 'them';
	const isChecked = kind === 'write' || kind === 'deletion';
	return isChecked ? `${became} Check before you run ${items} again.` : became;
}

/** The number of different mistakes to show, and characters of each: nobody reads a thousand. */
const MOST_MISTAKES = 10;
const LONGEST_MISTAKE = 150;

/**
 * One error for what is wrong with input items before anything is sent, and the item that it is about. A
 * single mistake of one item, or of all of them, is unchanged, as are failures of the service. Otherwise the
 * error counts the items, and its advice lists the mistakes, one on each line.
 */
export function joinedMistakes(
	found: ReadonlyMap<number, unknown>,
	total: number,
): { readonly error: unknown; readonly item?: number | undefined } | undefined {
	const byMessage = new Map<string, { readonly error: Error; readonly items: number[] }>();
	for (const [item, thrown] of [...found].sort(([one], [other]) => one - other)) {
		const error = tooDeepAsInputError(thrown) as Error;
		const same = byMessage.get(error.message);
		if (same) same.items.push(item);
		else byMessage.set(error.message, { error, items: [item] });
	}
	const all = [...byMessage.values()];
	const [first] = all;
	if (!first) return undefined;
	const { error, items } = first;
	const only = all.length === 1 ? { item: items[0] } : {};
	const isItself = [1, total].includes(items.length) || !(error instanceof InputError);
	if (all.length === 1 && isItself) return { error, ...only };
	const shown = all.slice(0, MOST_MISTAKES);
	const advice = adviceOn(
		shown.flatMap((one) => (one.error instanceof InputError ? one.error : [])),
	);
	const lines = shown.map((one) => `${capitalized(itemsInWords(one.items))}: ${one.error.message}`);
	if (all.length === 1) return { error: new InputError(lines.join(), advice), ...only };
	const others = all.slice(MOST_MISTAKES).reduce((sum, one) => sum + one.items.length, 0);
	const more = others > 0 ? [`And ${withThousands(others)} more`] : [];
	const list = [...lines.map((one) => shortened(one, LONGEST_MISTAKE)), ...more];
	const counted = `${withThousands(found.size)} of ${withThousands(total)} items have mistakes`;
	return { error: new InputError(counted, ['', ...list, advice].join('\n')) };
}
