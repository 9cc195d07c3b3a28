import { windowIn } from '../../../nodes/RecordsDirectory/core/values/list-parameters';

const EARLY = '2026-01-01 00:00:00';
const LATE = '2026-02-01 00:00:00';

it.each([
	[{ changedAfter: LATE }, {}, true],
	[{ createdAfter: LATE }, { createdAt: EARLY }, true],
	[{ changedAfter: LATE, createdAfter: LATE }, { createdAt: LATE }, true],
	[{ changedAfter: LATE, createdAfter: LATE }, {}, false],
])('with %j, whether to return the record %j that is new enough: %j', (values, row, isWanted) => {
	expect(windowIn(values)?.isWanted(row)).toBe(isWanted);
});
