import {
	describeEffect,
	isOutcomeOpen,
	outcomesAfter,
	outcomesInWords,
	type Failed,
	type ItemOutcome,
	type RunKind,
} from '../../../nodes/RecordsDirectory/core/bulk/effect';
import { Failure, type FailureKind } from '../../../nodes/RecordsDirectory/core/request/failure';

const failure = (kind: FailureKind, ambiguous = false) =>
	new Failure({ kind, message: kind, ambiguous });
const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);
const said = (
	done: readonly number[],
	subjects: readonly number[],
	total: number,
	failure: Failure,
) => {
	const failed = after(subjects, failure);
	const touched = [...done, ...subjects];
	const unsent = range(0, total - 1).filter((item) => !touched.includes(item));
	return effectInWords({ ...NONE, done, failed, unsent, isOnly: total === 1 });
};

/** The outcomes of the subjects of a request that failed in this way. */
const after = (
	subjects: readonly number[],
	error: unknown,
	kind: RunKind = 'write',
): readonly Failed[] => outcomesAfter(error, subjects, kind).failed;

/** The sentences about a run; '' if nothing needs to be said. */
type RunSoFar = Parameters<typeof describeEffect>[0];
const effectInWords = (progress: RunSoFar) => describeEffect(progress)?.words ?? '';

const NONE: RunSoFar = { done: [], failed: [], unsent: [], isOnly: false, kind: 'write' };
const REFUSED = failure('refused');
const BROKEN = failure('network', true);

describe('imports', () => {
	it('report each part separately after a lookup, including one unknown item', () => {
		const absent = { fate: 'absent' } as const;
		const looked = REFUSED.with({ looks: [{ fate: 'unknown' }, absent, absent] });
		const failed = after([3, 4, 5], looked);
		expect(effectInWords({ ...NONE, done: [2], failed, unsent: [6] })).toBe(
			'Saved: item 2. Unknown: item 3 may have been saved. Check before you run it again. Failed: items 4 to 5 (not found in the service afterwards). Not sent: item 6.',
		);
		const one = after([0], BROKEN.with({ looks: [absent] }));
		expect(effectInWords({ ...NONE, failed: one, isOnly: true })).toBe(
			'Failed: item 0 (not found in the service afterwards).',
		);
	});
});

it('an error in the program claims nothing about its item', () => {
	const failed = after([1], new TypeError('Mistake'));
	expect(effectInWords({ ...NONE, done: [0], failed, unsent: [2] })).toBe(
		'Saved: item 0. Not sent: item 2.',
	);
});

it('no failure is reported if no item failed', () => {
	expect(effectInWords({ ...NONE, done: [0], isOnly: true })).toBe('');
	expect(effectInWords({ ...NONE, done: [0], unsent: [1] })).toBe(
		'Saved: item 0. Not sent: item 1.',
	);
});

it('a run that compares the whole list does not ask to check what it may have saved', () => {
	const compared = (...subjects: number[]) =>
		effectInWords({ ...NONE, failed: after(subjects, REFUSED), unsent: [2], kind: 'comparison' });
	expect(compared(0, 1)).toBe('Unknown: items 0 to 1 may have been saved. Not sent: item 2.');
	expect(compared(0)).toBe('Failed: item 0. Not sent: item 2.');
});

describe('a request stopped by the rate limit or by a cancellation', () => {
	it.each<FailureKind>(['rate', 'cancelled'])('is reported as not sent: %s', (kind) => {
		expect(said([0], [1], 3, failure(kind))).toBe('Saved: item 0. Not sent: items 1 to 2.');
		expect(said([0], [1], 3, failure(kind, true))).toContain(
			'Unknown: item 1 may have been saved.',
		);
	});

	it('is reported as failed if the service rejected it', () => {
		const limit = new Failure({ kind: 'rate', message: 'rate', status: 402 });
		expect(said([0], [1], 3, limit)).toBe('Saved: item 0. Failed: item 1. Not sent: item 2.');
	});
});

describe('the advice to run items again', () => {
	const kinds = ['read', 'write', 'deletion', 'comparison'] as const;
	const again = (kind: RunKind, failed: readonly Failed[], unsent: readonly number[] = []) =>
		describeEffect({ ...NONE, done: [9], failed, unsent, kind });
	const lost = after([0], BROKEN);
	const rejected = after([0], REFUSED);

	it.each(kinds)('names the items that are safe to run again: %s', (kind) => {
		const isComparison = kind === 'comparison';
		const rest = isComparison ? /^Run all items again: / : /^Run the node again with only /;
		expect(again(kind, rejected)?.again).toMatch(rest);
		expect(again(kind, lost, [1])?.again).toMatch(rest);
		// Nobody may run unknown items again without a look at the service.
		expect(again(kind, lost)?.again).toMatch(isComparison ? rest : /^$/);
		const isChecked = !isComparison && kind !== 'read';
		expect(again(kind, lost)?.words.includes('Check before')).toBe(isChecked);
		for (const failed of [lost, rejected]) expect(again(kind, failed)?.isAdvised).toBe(true);
	});
});

it('a deletion is reported as deleted, not saved', () => {
	const failed = after([1], BROKEN);
	expect(effectInWords({ ...NONE, done: [0], failed, kind: 'deletion' })).toBe(
		'Deleted: item 0. Unknown: item 1 may have been deleted. Check before you run it again.',
	);
});

it('outcomes are counted in words', () => {
	const outcomes: ItemOutcome[] = ['not sent', 'failed', 'saved', 'unknown', 'saved'];
	expect(outcomesInWords(outcomes, 'deletion')).toBe('2 deleted, 1 failed, 1 unknown, 1 not sent');
});

it('the outcome of several entries is unknown after a rejection, not if none arrived', () => {
	expect(isOutcomeOpen(2, REFUSED)).toBe(true);
	expect(isOutcomeOpen(2, failure('network'))).toBe(false);
});
