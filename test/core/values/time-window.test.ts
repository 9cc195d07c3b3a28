import { windowIn } from '../../../nodes/RecordsDirectory/core/values/list-parameters';

const EARLY = '2026-01-01 00:00:00';
const LATE = '2026-02-01 00:00:00';

it('there is no period without an option', () => expect(windowIn({})).toBeUndefined());

it.each([
	[
		{ changedAfter: LATE },
		{ by: 'updatedAt', label: 'Changed After', from: LATE, isPartial: false },
	],
	[
		{ createdAfter: EARLY },
		{ by: 'createdAt', label: 'Created After', from: EARLY, isPartial: false },
	],
	[
		{ changedAfter: LATE, createdAfter: EARLY },
		{ by: 'updatedAt', label: 'Changed After', from: LATE, isPartial: true },
	],
])('%j', (values, window) => expect(windowIn(values)).toMatchObject(window));

it.each([
	[{ changedAfter: LATE }, {}, true],
	[{ createdAfter: LATE }, { createdAt: EARLY }, true],
	[{ changedAfter: LATE, createdAfter: LATE }, { createdAt: EARLY }, false],
	[{ changedAfter: LATE, createdAfter: LATE }, { createdAt: LATE }, true],
	[{ changedAfter: LATE, createdAfter: LATE }, {}, false],
])('with %j, whether to return the record %j that is new enough: %j', (values, row, isWanted) => {
	expect(windowIn(values)?.isWanted(row)).toBe(isWanted);
});
