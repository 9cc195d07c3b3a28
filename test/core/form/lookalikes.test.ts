import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { Lookalikes } from '../../../nodes/RecordsDirectory/core/form/equality';

const zone = { zone: 'Asia/Tokyo', named: 'Asia/Tokyo' };
const [untyped, other] = parseForm([
	{ uniqueId: 'f', caption: 'Serial', fieldType: '7' },
	{ uniqueId: 'g', caption: 'Code', fieldType: 'text' },
]);
const [text] = parseForm([{ uniqueId: 'f', caption: 'Serial', fieldType: 'text' }]);

/** Returns what the error says about an item that no record matches exactly, given the value of a record. */
function said(value: unknown, held: unknown, field = untyped!): string | undefined {
	const lookalikes = new Lookalikes([field], zone);
	lookalikes.takeItem(0, { f: value });
	lookalikes.takeRecord('13', { f: held });
	try {
		lookalikes.mustBeNew(0, { f: value });
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

describe('where nothing says what the key field takes', () => {
	it.each([
		['2026-03-01T01:00:00Z', '2026-03-01 10:00:00'],
		[' led', 'led'],
		['a\r\nb', 'a\nb'],
	])('%j may be %j, and is not created', (value, held) => {
		expect(said(value, held)).toBe(
			"'Serial' (f) may have the same value as record 13, in another format",
		);
	});

	it.each([
		['2026-03-01', '2026-03-02'],
		[',', ''],
	])('%j is not %j', (value, held) => expect(said(value, held)).toBeUndefined());

	it('two new items that may be one are not both created', () => {
		const lookalikes = new Lookalikes([untyped!, other!], zone);
		const items = [
			{ f: '12', g: 'A' },
			{ f: '12.0', g: 'B' },
			{ f: '12.0', g: 'A' },
		];
		items.forEach((record, item) => lookalikes.takeItem(item, record));
		const check = (item: number) => () => lookalikes.mustBeNew(item, items[item]!);
		expect(check(0)).not.toThrow();
		expect(check(1)).not.toThrow();
		expect(check(2)).toThrow(
			"'Serial' (f) and 'Code' (g) may have the same value as item 0, in another format",
		);
	});
});

it('a field of texts goes by its characters: "2026/3/1" is not "2026-03-01"', () => {
	expect(said('2026/3/1', '2026-03-01', text)).toBeUndefined();
});

it('beside a field of an unknown type, a field of texts goes by its characters', () => {
	const lookalikes = new Lookalikes([untyped!, other!], zone);
	const item = { f: '12', g: '7' };
	lookalikes.takeItem(0, item);
	lookalikes.takeRecord('13', { f: '12.0', g: '7.0' });
	expect(() => lookalikes.mustBeNew(0, item)).not.toThrow();
	for (const id of ['14', '14', '15']) lookalikes.takeRecord(id, { f: '12.00', g: '7' });
	expect(() => lookalikes.mustBeNew(0, item)).toThrow(
		expect.objectContaining({
			message:
				"'Serial' (f) and 'Code' (g) may have the same value as record 14 and 15, in another format",
			advice:
				'The field type does not show whether it contains text, numbers, dates or users. Give the value exactly as the record has it, or match on another field.',
		}),
	);
});

it('an item like no other is new', () => {
	expect(() => new Lookalikes([untyped!], zone).mustBeNew(0, { f: '12' })).not.toThrow();
});
