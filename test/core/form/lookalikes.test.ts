import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { Lookalikes } from '../../../nodes/RecordsDirectory/core/form/equality';

const zone = { zone: 'Asia/Tokyo', named: 'Asia/Tokyo' };
const [untyped, other] = parseForm([
	{ uniqueId: 'f', caption: 'Serial', fieldType: '7' },
	{ uniqueId: 'g', caption: 'Code', fieldType: 'text' },
]);

describe('where nothing says what the key field takes', () => {
	it('a comma is not the same as nothing', () => {
		const lookalikes = new Lookalikes([untyped!], zone);
		lookalikes.takeItem(0, { f: ',' });
		lookalikes.takeRecord('13', { f: '' });
		expect(() => lookalikes.mustBeNew(0, { f: ',' })).not.toThrow();
	});

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
