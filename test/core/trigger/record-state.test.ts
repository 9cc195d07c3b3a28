import {
	windowStartOf,
	isBaselineOpen,
	isStartOpen,
	isReadingOpen,
	type RecordState,
} from '../../../nodes/RecordsDirectory/core/trigger/record-state';

const changes = { version: 1, scope: 'A', newest: 'n', windowStart: 'b', seen: {} };
const stateOf = (more: object) => ({ ...changes, ...more }) as unknown as RecordState;
/** The state of a trigger on changes of fields keeps the same behind it. */
const fieldsOf = (more: object, beside = {}) =>
	({
		version: 1,
		scope: 'A',
		changes: stateOf(more),
		counted: {},
		...beside,
	}) as unknown as RecordState;

describe.each([
	['of changes', stateOf],
	['of changes of fields', fieldsOf],
])('the state %s', (_, make) => {
	it('between polls that have read everything', () => {
		const state = make({});
		expect(isReadingOpen(state)).toBe(false);
		expect(isStartOpen(state)).toBe(false);
		expect(isBaselineOpen(state)).toBe(false);
		expect(windowStartOf(state)).toBe('b');
	});

	it.each([
		[{ newestAtStart: 't' }, { isStart: false, isBaseline: false }],
		[
			{ newestAtStart: 't', isStart: true },
			{ isStart: true, isBaseline: false },
		],
		[
			{ newestAtStart: 't', isBaseline: true },
			{ isStart: false, isBaseline: true },
		],
	])('in the middle of the scan %j', (scan, { isStart, isBaseline }) => {
		const state = make({ scan });
		expect(isReadingOpen(state)).toBe(true);
		expect(isStartOpen(state)).toBe(isStart);
		expect(isBaselineOpen(state)).toBe(isBaseline);
	});
});

it.each([
	[stateOf({ existing: {} }), true, true],
	[fieldsOf({ existing: {} }), true, false],
	[fieldsOf({}, { emitsSince: '' }), false, true],
])('what is left to the next poll by %j', (state, goesOn, isStart) => {
	expect(isReadingOpen(state)).toBe(goesOn);
	expect(isStartOpen(state)).toBe(isStart);
});

it('a trigger without a state has nothing left to do', () => {
	expect(isStartOpen(undefined)).toBe(false);
	expect(isBaselineOpen(undefined)).toBe(false);
	expect(windowStartOf(undefined)).toBe('');
});

it.each([
	['has read all', { records: 1, newest: 'n' }, false],
	['has not', undefined, true],
])('fields of which a sweep %s before are at their baseline', (_, counted, isOpen) => {
	expect(isBaselineOpen(fieldsOf({ existing: {} }, { counted }))).toBe(isOpen);
});
