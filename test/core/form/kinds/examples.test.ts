import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import { KINDS } from '../../../../nodes/RecordsDirectory/core/form/kinds';
import { hasValues } from '../../../../nodes/RecordsDirectory/core/form/equality';
import { mapperFields } from '../../../../nodes/RecordsDirectory/core/form/panel';
import { readable, written } from '../../../support/record-values';
import { examples } from './examples';

it('each kind of field has an example', () => {
	expect(Object.keys(examples).sort()).toEqual(Object.keys(KINDS).sort());
});

describe.each(Object.entries(examples))('%s', (name, example) => {
	const form = parseForm([{ uniqueId: 'f', caption: 'Field', ...example.definition }]);
	const has = hasValues(form, 'Asia/Tokyo');
	const isSame = ([current, sent]: readonly [unknown, unknown]) => has({ f: current }, { f: sent });

	it('is recognized by its definition', () =>
		expect(form[0]?.kind).toBe(KINDS[name as keyof typeof KINDS]));

	it('has its input in the mapper, and accepts values only if it is not read-only', () => {
		const [input] = mapperFields(form, { creating: true });
		expect(input).toMatchObject({
			type: form[0]?.kind.input,
			readOnly: example.sends.length === 0,
		});
	});

	it('sends what a user gives', () => {
		for (const [given, sent] of example.sends)
			expect(written(form, { f: given }, { zone: 'Asia/Tokyo' }).record).toEqual({ f: sent });
	});

	it('reads every spelling of the service as one, and its own reading again', () => {
		for (const [value, read] of example.reads)
			for (const spelling of [value, read])
				expect(readable(form, { f: spelling }, { keys: 'identifiers' })).toEqual({ f: read });
	});

	it('compares values', () => {
		const { equal, mayBeEqual = [], different } = example;
		expect(equal.filter((pair) => !isSame(pair))).toEqual([]);
		expect([...mayBeEqual, ...different].filter(isSame)).toEqual([]);
	});

	it('is equal to what was sent, and clears by an empty value', () => {
		for (const [, sent] of example.sends) expect(isSame([sent, sent])).toBe(true);
		if (example.sends.length === 0) return;
		const cleared = written(form, { f: '' }, { zone: 'Asia/Tokyo' }).record;
		expect(has({ f: null }, cleared)).toBe(true);
		expect(readable(form, cleared, { keys: 'identifiers' })).toEqual({
			f: form[0]?.kind.isList ? [] : null,
		});
	});
});
