import {
	effectInWords,
	effectOf,
	type Failed,
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
	const failed = [{ subjects, failure }];
	const touched = [...done, ...subjects];
	const unsent = range(0, total - 1).filter((item) => !touched.includes(item));
	return effectInWords({ ...NONE, done, failed, unsent, isOnly: total === 1 });
};

const NONE = { done: [], failed: [], unsent: [], refused: [], isOnly: false };
const REFUSED = failure('refused');
const BROKEN = failure('network', true);
const CLAIMS = /did not take effect|Nothing was written\.|rolled back|kept all/;

describe('one item', () => {
	it('refused: nothing needs to be said', () => {
		expect(said([], [0], 1, REFUSED)).toBe('');
	});

	it('no answer: it may have taken effect', () => {
		expect(said([], [0], 1, BROKEN)).toBe(
			'Item 0 may have taken effect all the same; look before you repeat it.',
		);
	});
});

describe('many items, one request each', () => {
	it('tells what was done, what was not, and what was not sent', () => {
		expect(said(range(0, 6), [7], 10, REFUSED)).toBe(
			'Items 0 to 6 took effect. Item 7 did not take effect. Items 8 to 9 were not sent.',
		);
	});

	it('the first', () => {
		expect(said([], [0], 3, REFUSED)).toBe(
			'Item 0 did not take effect. Items 1 to 2 were not sent.',
		);
	});

	it('the last', () => {
		expect(said([0, 1], [2], 3, REFUSED)).toBe(
			'Items 0 to 1 took effect. Item 2 did not take effect.',
		);
	});

	it('with gaps', () => {
		expect(said([0, 2], [3], 4, REFUSED)).toMatch(
			/^Items 0 and 2 took effect\. .*Item 1 was not sent\.$/,
		);
	});
});

describe('imports', () => {
	it('a refused one may have been kept in part, as the document leaves that open', () => {
		expect(said(range(0, 99), range(100, 199), 250, REFUSED)).toBe(
			'Items 0 to 99 took effect. Of items 100 to 199, the service does not say which it kept; look before you repeat them. Items 200 to 249 were not sent.',
		);
	});

	it('looked up afterwards: each part is told for itself, also where one item is left unknown', () => {
		const failed = [
			{ subjects: [3], failure: REFUSED, outOf: 3 },
			{ subjects: [4, 5], failure: REFUSED, isAbsent: true },
		];
		expect(effectInWords({ ...NONE, done: [2], failed, unsent: [6] })).toBe(
			'Item 2 took effect. Item 3 may have taken effect all the same; look before you repeat it. Items 4 to 5 did not take effect, as a look at the service has shown. Item 6 was not sent.',
		);
		const one = [{ subjects: [0], failure: BROKEN, isAbsent: true }];
		expect(effectInWords({ ...NONE, failed: one, isOnly: true })).toBe(
			'Item 0 did not take effect, as a look at the service has shown.',
		);
	});

	it.each<FailureKind>(['rate', 'quota', 'key', 'right', 'redirect'])(
		'one turned away before it was looked at did nothing: %s',
		(kind) => {
			expect(said([], range(0, 99), 100, failure(kind))).toContain('did not take effect');
		},
	);
});

describe('imports that were under way at once', () => {
	const several = (...failed: Failed[]) =>
		effectInWords({ ...NONE, done: range(0, 99), failed, unsent: range(300, 309) });

	it('each that failed has words of its own', () => {
		expect(
			several(
				{ subjects: range(100, 199), failure: REFUSED },
				{ subjects: range(200, 299), failure: failure('rate') },
			),
		).toBe(
			'Items 0 to 99 took effect. Of items 100 to 199, the service does not say which it kept; look before you repeat them. Items 200 to 299 failed, too: rate. Items 200 to 299 did not take effect. Items 300 to 309 were not sent.',
		);
	});

	it('one is in doubt, and only one item has failed: it is told', () => {
		const failed = [{ subjects: [0], failure: BROKEN }];
		expect(effectInWords({ ...NONE, failed, isOnly: true })).toMatch(
			/^Item 0 may have taken effect/,
		);
	});

	it('a failure that is none of the service says nothing of what took effect', () => {
		const failed = [{ subjects: [1], failure: undefined }];
		expect(effectInWords({ ...NONE, done: [0], failed, unsent: [2] })).toBe(
			'Item 0 took effect. Item 2 was not sent.',
		);
	});

	it('two single items are more than one', () => {
		const failed = [0, 1].map((item) => ({ subjects: [item], failure: REFUSED }));
		expect(effectInWords({ ...NONE, failed })).toBe(
			'Item 0 did not take effect. Item 1 did not take effect.',
		);
	});
});

describe('imports that were sent in parts after a refusal', () => {
	const inParts = (refused: number[], why?: Failure) =>
		effectInWords({
			...NONE,
			done: [0, 1],
			failed: [{ subjects: [2], failure: why }],
			refused,
		});

	it('what the refused request left is not known either', () => {
		expect(inParts([0, 1, 2], REFUSED)).toBe(
			'Items 0 to 1 took effect. Item 2 did not take effect. Items 0 to 2 were refused together first; the service does not say what it kept, so look before you repeat any.',
		);
	});

	it('nothing is said of a refusal that was none', () => {
		expect(inParts([], REFUSED)).not.toContain('refused first');
	});

	it('nothing is said of what did not fail', () => {
		expect(effectInWords({ ...NONE, done: [0], isOnly: true })).toBe('');
		expect(effectInWords({ ...NONE, done: [0], unsent: [1] })).toBe(
			'Item 0 took effect. Item 1 was not sent.',
		);
	});
});

describe('no more is claimed than is known', () => {
	const kinds: readonly FailureKind[] = ['service', 'network', 'cancelled', 'foreign', 'refused'];

	it.each(kinds)(
		'%s: what may have taken effect is not said to have failed for certain',
		(kind) => {
			for (const total of [1, 2, 100]) {
				expect(said([], [0], total, failure(kind, true))).not.toMatch(CLAIMS);
			}
		},
	);

	it.each([failure('service', true), BROKEN])('an import after $kind', (why) => {
		expect(said([], [0, 1], 2, why)).toBe(
			'Of items 0 to 1, the service does not say which it kept; look before you repeat them.',
		);
	});

	it('one that was never connected did nothing', () => {
		expect(said([], [0], 2, failure('network'))).toContain('did not take effect');
	});
});

describe('where the whole list is run again', () => {
	it.each([
		[[0], BROKEN, 'Item 0 may be saved. Items 1 to 2 were not sent.'],
		[[0, 1], REFUSED, 'Some of items 0 to 1 may be saved. Item 2 was not sent.'],
		[[0], REFUSED, 'Item 0 did not take effect. Items 1 to 2 were not sent.'],
	])('nobody has to look first: %j', (subjects, why, words) => {
		const unsent = [0, 1, 2].filter((item) => !subjects.includes(item));
		const progress = { ...NONE, failed: [{ subjects, failure: why }], unsent };
		expect(effectOf(progress, 'all')).toEqual({ words, again: 'all' });
	});
});
