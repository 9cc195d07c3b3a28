import {
	findProgress,
	type RecordState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';

const NOTHING = {
	windowStart: '',
	isOpen: false,
	isUnproven: false,
	isStart: false,
	isBaseline: false,
};
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
		expect(findProgress(make({}))).toEqual({ ...NOTHING, windowStart: 'b' });
	});

	it.each([
		[{ newestAtStart: 't' }, {}],
		[{ newestAtStart: 't', isStart: true }, { isStart: true }],
		[{ newestAtStart: 't', isBaseline: true }, { isBaseline: true }],
	])('in the middle of the scan %j', (scan, more) => {
		const expected = { ...NOTHING, windowStart: 'b', isOpen: true, ...more };
		expect(findProgress(make({ scan }))).toEqual(expected);
	});

	it('with a window that is not proven', () => {
		expect(findProgress(make({ unproven: 't' })).isUnproven).toBe(true);
	});
});

it.each([
	[fieldsOf({ existing: {} }), { isOpen: true }],
	[fieldsOf({}, { emitsSince: '2026-01-01 00:00:00' }), { isStart: true }],
])('what is left to the next poll by %j', (state, expected) => {
	expect(findProgress(state)).toEqual({ ...NOTHING, windowStart: 'b', ...expected });
});

it('a trigger without a state has nothing left to do', () => {
	expect(findProgress(undefined)).toEqual(NOTHING);
});

it.each([
	['has read all', { records: 1, newest: 'n' }, false],
	['has not', undefined, true],
])('fields of which a sweep %s before are at their baseline', (_, counted, isOpen) => {
	expect(findProgress(fieldsOf({ existing: {} }, { counted })).isBaseline).toBe(isOpen);
});
