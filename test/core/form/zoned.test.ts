import { formOf } from '../../../nodes/RecordsDirectory/core/form/definition';
import { withOffsets } from '../../../nodes/RecordsDirectory/core/form/zoned';

const LOCAL = '2026-07-01 08:30:00';
const WITH_OFFSET = '2026-07-01T08:30:00+09:00';
const fields = formOf([
	{ uniqueId: 'when', fieldType: 'datetime' },
	{ uniqueId: 'text' },
	{
		uniqueId: 'lines',
		fieldType: 'table',
		subTable: [{ uniqueId: 'at', fieldType: 'datetime' }, { uniqueId: 'note' }],
	},
]);
const inTokyo = withOffsets(fields, 'Asia/Tokyo');

it('the times of a row have the offset of the site', () => {
	const row = { recordId: 1, createdAt: LOCAL, updatedAt: LOCAL, title: LOCAL };
	expect(inTokyo(row)).toEqual({
		...{ recordId: 1, title: LOCAL },
		...{ createdAt: WITH_OFFSET, updatedAt: WITH_OFFSET },
	});
	expect(row.createdAt).toBe(LOCAL);
});

it('a row without times is unchanged, and so is a time that is no text', () => {
	expect(inTokyo({ recordId: 1 })).toEqual({ recordId: 1 });
	expect(inTokyo({ createdAt: null })).toEqual({ createdAt: null });
	expect(inTokyo({ createdAt: 20260701 })).toEqual({ createdAt: 20260701 });
	expect(inTokyo({ file: LOCAL, record: LOCAL })).toEqual({ file: LOCAL, record: LOCAL });
});

it('the files of a row have times, too', () => {
	expect(inTokyo({ file: [{ name: LOCAL, createdAt: LOCAL }, LOCAL] })).toEqual({
		file: [{ name: LOCAL, createdAt: WITH_OFFSET }, LOCAL],
	});
});

it('only date-time fields are times', () => {
	expect(inTokyo({ record: { when: LOCAL, text: LOCAL, other: LOCAL } })).toEqual({
		record: { when: WITH_OFFSET, text: LOCAL, other: LOCAL },
	});
	expect(inTokyo({ record: { text: LOCAL } })).toEqual({ record: { text: LOCAL } });
});

it('date-time columns of detail tables are times, however the service wraps the cells', () => {
	const lines = [{ at: LOCAL, note: LOCAL }, { id: 1, record: { at: LOCAL, note: LOCAL } }, LOCAL];
	expect(inTokyo({ record: { lines } })).toEqual({
		record: {
			lines: [
				{ at: WITH_OFFSET, note: LOCAL },
				{ id: 1, record: { at: WITH_OFFSET, note: LOCAL } },
				LOCAL,
			],
		},
	});
	expect(inTokyo({ record: { lines: LOCAL } })).toEqual({ record: { lines: LOCAL } });
	// Cells beside an object of this name: it is no wrapping.
	const both = { at: LOCAL, record: { at: LOCAL } };
	expect(inTokyo({ record: { lines: [both] } })).toEqual({
		record: { lines: [{ at: WITH_OFFSET, record: { at: LOCAL } }] },
	});
});
