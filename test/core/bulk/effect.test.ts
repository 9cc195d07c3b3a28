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

describe('many items, one request each', () => {
	it('with gaps', () => {
		expect(said([0, 2], [3], 4, REFUSED)).toMatch(/^Saved: items 0 and 2\. .*Not sent: item 1\.$/);
	});
});

describe('imports', () => {
	it('looked up afterwards: each part is reported separately, also where one item is left unknown', () => {
		const absent = { fate: 'absent' } as const;
		const looked = REFUSED.with({ looks: [{ fate: 'unknown' }, absent, absent] });
		const failed = after([3, 4, 5], looked);
		expect(effectInWords({ ...NONE, done: [2], failed, unsent: [6] })).toBe(
			'Saved: item 2. Unknown: item 3 may have been saved. Check before you run it again. Failed: items 4 to 5, which the service did not have right after. Not sent: item 6.',
		);
		const one = after([0], BROKEN.with({ looks: [absent] }));
		expect(effectInWords({ ...NONE, failed: one, isOnly: true })).toBe(
			'Failed: item 0, which the service did not have right after.',
		);
	});

	it.each<FailureKind>(['key'])(
		'one turned away before it was looked at did nothing: %s',
		(kind) => {
			expect(said([], range(0, 99), 100, failure(kind))).toContain('Failed: items 0 to 99.');
		},
	);
});

describe('imports that were sent in parallel', () => {
	const several = (...failed: ReadonlyArray<readonly Failed[]>) =>
		effectInWords({
			...NONE,
			done: range(0, 99),
			failed: failed.flat(),
			unsent: range(300, 309),
		});

	it('each that failed has words of its own', () => {
		expect(several(after(range(100, 199), REFUSED), after(range(200, 299), failure('right')))).toBe(
			'Saved: items 0 to 99. Unknown: items 100 to 199 may have been saved. Check before you run them again. Items 200 to 299: right. Failed: items 200 to 299. Not sent: items 300 to 309.',
		);
	});

	it('one is in doubt, and only one item has failed: it is reported', () => {
		const failed = after([0], BROKEN);
		expect(effectInWords({ ...NONE, failed, isOnly: true })).toMatch(
			/^Unknown: item 0 may have been saved/,
		);
	});

	it('a failure that is none of the service says nothing of what took effect', () => {
		const failed = after([1], new TypeError('Mistake'));
		expect(effectInWords({ ...NONE, done: [0], failed, unsent: [2] })).toBe(
			'Saved: item 0. Not sent: item 2.',
		);
	});
});

it('nothing is said of what did not fail', () => {
	expect(effectInWords({ ...NONE, done: [0], isOnly: true })).toBe('');
	expect(effectInWords({ ...NONE, done: [0], unsent: [1] })).toBe(
		'Saved: item 0. Not sent: item 1.',
	);
});

describe('no more is claimed than is known', () => {
	it.each([failure('service', true)])('an import after $kind', (why) => {
		expect(said([], [0, 1], 2, why)).toBe(
			'Unknown: items 0 to 1 may have been saved. Check before you run them again.',
		);
	});
});

describe('where the whole list is run again', () => {
	it.each([
		[[0, 1], REFUSED, 'Unknown: items 0 to 1 may have been saved. Not sent: item 2.'],
		[[0], REFUSED, 'Failed: item 0. Not sent: items 1 to 2.'],
	])('nobody has to look first: %j', (subjects, why, words) => {
		const unsent = [0, 1, 2].filter((item) => !subjects.includes(item));
		const failed = after(subjects, why);
		const effect = describeEffect({ ...NONE, failed, unsent, kind: 'comparison' });
		expect(effect).toMatchObject({ words, again: expect.stringMatching(/^Run all items again/) });
	});
});

describe('a request that was never sent', () => {
	it.each<FailureKind>(['rate', 'cancelled'])('did not fail: %s', (kind) => {
		expect(said([0], [1], 3, failure(kind))).toBe('Saved: item 0. Not sent: items 1 to 2.');
		expect(said([0], [1], 3, failure(kind, true))).toContain(
			'Unknown: item 1 may have been saved.',
		);
	});

	it('but one that the service rejects for its limit did', () => {
		const limit = new Failure({ kind: 'rate', message: 'rate', status: 402 });
		expect(said([0], [1], 3, limit)).toBe('Saved: item 0. Failed: item 1. Not sent: item 2.');
	});
});

describe('what to run again', () => {
	const kinds = ['read', 'write', 'deletion', 'comparison'] as const;
	const again = (kind: RunKind, failed: readonly Failed[], unsent: readonly number[] = []) =>
		describeEffect({ ...NONE, done: [9], failed, unsent, kind });
	const lost = after([0], BROKEN);
	const rejected = after([0], REFUSED);

	it.each(kinds)('is said once per outcome: %s', (kind) => {
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

it('what was deleted is not called saved', () => {
	const failed = after([1], BROKEN);
	expect(effectInWords({ ...NONE, done: [0], failed, kind: 'deletion' })).toBe(
		'Deleted: item 0. Unknown: item 1 may have been deleted. Check before you run it again.',
	);
});

it.each<[ItemOutcome[], string]>([
	[['saved'], '1 deleted'],
	[
		['not sent', 'failed', 'saved', 'unknown', 'saved'],
		'2 deleted, 1 failed, 1 unknown, 1 not sent',
	],
	[Array.from({ length: 1_200 }, () => 'failed' as const), '1,200 failed'],
])('the outcomes %j are counted in words', (outcomes, words) => {
	expect(outcomesInWords(outcomes, 'deletion')).toBe(words);
});

it.each([
	['several rejected entries', 2, REFUSED, true],
	['a request that never arrived', 2, failure('network'), false],
])('whether it is unknown what was saved: %s', (_, count, why, expected) => {
	expect(isOutcomeOpen(count, why)).toBe(expected);
});
