import { type ResourceMapperField } from 'n8n-workflow';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { mapperFields, withCleared } from '../../../nodes/RecordsDirectory/core/form/panel';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const items = [{ selectName: 'High', regulationValue: true }, { selectName: 'Low' }];
const inputs = (rows: JsonObject[], creating = true): ResourceMapperField[] =>
	mapperFields(parseForm(rows), { creating });
const input = (row: JsonObject, creating = true) =>
	inputs([{ uniqueId: 'f-1', ...row }], creating)[0];

it('a field as the editor shows it', () => {
	expect(input({ caption: 'Subject', required: true })).toEqual({
		id: 'f-1',
		displayName: 'Subject',
		required: true,
		defaultMatch: false,
		canBeUsedToMatch: true,
		display: true,
		readOnly: false,
		type: 'string',
	});
});

it.each<[string, JsonObject, string]>([
	['text', {}, 'string'],
	['a number', { digit: 1 }, 'number'],
	['a date', { fieldType: 'date' }, 'dateTime'],
	['a date and time', { fieldType: 'dateTime' }, 'dateTime'],
	['a time', { fieldType: 'time' }, 'time'],
	['a choice', { selectItems: items }, 'options'],
	['several choices', { selectItems: items, multiple: true }, 'string'],
	['a table', { subTable: [{ uniqueId: 'c' }] }, 'array'],
])('%s', (_, row, type) => expect(input(row)?.type).toBe(type));

it('a label is no input', () => {
	for (const creating of [true, false])
		expect(input({ fieldType: 'label' }, creating)?.display).toBe(false);
});

it('a choice has its choices, and nothing where nothing is allowed', () => {
	const choices = ['High', 'Low'].map((name) => ({ name, value: name }));
	const selectItems = [...items, ...items];
	const clear = { name: '(Clear)', value: '(clear)' };
	expect(input({ selectItems })?.options).toEqual(choices);
	expect(input({ selectItems }, false)?.options).toEqual([...choices, clear]);
	expect(input({ selectItems, required: true }, false)?.options).toEqual(choices);
	expect(input({ selectItems, primaryKey: true }, false)?.options).toEqual(choices);
	expect(input({ selectItems, multiple: true })).not.toHaveProperty('options');
});

it('a field of files is read only, and says so', () => {
	expect(input({ caption: 'Photo', fieldType: 'image', required: true })).toMatchObject({
		displayName: 'Photo (read only)',
		readOnly: true,
		required: false,
	});
});

it('only a new record has required fields and default values', () => {
	const row = { required: true, default: 'x' };
	expect(input(row)).toMatchObject({ required: true, defaultValue: 'x' });
	expect(input({ primaryKey: true })).toMatchObject({ required: true });
	expect(input(row, false)).toMatchObject({ required: false });
	expect(input(row, false)).not.toHaveProperty('defaultValue');
});

it.each<[string, JsonObject, string | undefined]>([
	[
		'the choice that is named',
		{ selectItems: [{ selectName: 'High' }, { selectName: 'Low' }], default: 'Low' },
		'Low',
	],
	[
		'a choice that is not there',
		{ selectItems: [{ selectName: 'Low' }], default: 'Old' },
		undefined,
	],
	[
		'several',
		{ selectItems: items.map((item) => ({ ...item, regulationValue: true })), multiple: true },
		'High, Low',
	],
	['a date, which may be a word such as today', { fieldType: 'date', default: 'today' }, undefined],
])('the default value: %s', (_, row, value) => expect(input(row)?.defaultValue).toBe(value));

it('matching is by single values that can be sent, first of all by the keys', () => {
	expect(input({ primaryKey: true })).toMatchObject({ defaultMatch: true, canBeUsedToMatch: true });
	expect(input({ fieldType: 'user' })).toMatchObject({ canBeUsedToMatch: false });
	expect(input({ calc: 'a', primaryKey: true })).toMatchObject({
		defaultMatch: false,
		canBeUsedToMatch: false,
		readOnly: true,
		required: false,
	});
});

it('keeps the inputs of an agent apart that n8n would name alike', () => {
	const captions = ['件名', '本文', 'Name', 'A B', 'A/B'];
	const fields = parseForm(captions.map((caption, n) => ({ uniqueId: `field-${n + 1}`, caption })));
	const inputs = mapperFields(fields, { creating: true, isTool: true });
	expect(inputs.map(({ displayName }) => displayName)).toEqual([
		'件名 (field-1)',
		'本文 (field-2)',
		'Name',
		'A B (field-4)',
		'A/B (field-5)',
	]);
});

it.each([
	[{ fieldType: 'user', multiple: true }, 'F (codes)'],
	[{ fieldType: 'user', multiple: false }, 'F (code)'],
])('says what to write into a plain text: %#', (row, name) => {
	expect(input({ caption: 'F', ...row })?.displayName).toBe(name);
});

describe('people of a small directory', () => {
	const option = (value: string) => ({ name: value, value });
	const people = { user: [option('U')], organization: [option('O')] };
	const offered = (row: JsonObject, creating = true) =>
		mapperFields(parseForm([{ uniqueId: 'f-1', caption: 'F', ...row }]), { creating, people })[0];

	it('are chosen from a list where one is to be chosen', () => {
		const user = { fieldType: 'user', multiple: false };
		expect(offered(user)).toMatchObject({
			displayName: 'F',
			type: 'options',
			options: [option('U')],
		});
		expect(offered({ ...user, fieldType: 'organization' })?.options).toEqual([option('O')]);
		expect(offered(user, false)?.options).toEqual([
			option('U'),
			{ name: '(Clear)', value: '(clear)' },
		]);
		expect(people.user).toEqual([option('U')]);
	});

	it('are not where there may be several, nor for a text', () => {
		expect(offered({ fieldType: 'user' })).toMatchObject({ type: 'string' });
		expect(offered({ fieldType: 'organization' })?.displayName).toBe('F (codes)');
		expect(offered({ fieldType: 'organization' })).not.toHaveProperty('options');
		expect(offered({})).not.toHaveProperty('options');
	});
});

describe('a choice that is cleared', () => {
	const CHOICE = { selectItems: items };
	const cleared = (row: JsonObject, value: unknown = '(clear)') =>
		withCleared(parseForm([{ uniqueId: 'f-1', ...row }, { uniqueId: 'f-2' }]), {
			'f-1': value,
			'f-2': '(clear)',
			other: '(clear)',
		});
	const kept = { 'f-2': '(clear)', other: '(clear)' };

	it.each([CHOICE, { fieldType: 'user' }])('%j', (row) => {
		expect(cleared(row)).toEqual({ 'f-1': '', ...kept });
		expect(cleared(row, 'High')).toEqual({ 'f-1': 'High', ...kept });
	});

	it('is not cleared where that is the name of a choice', () => {
		const own = { selectItems: [...items, { selectName: '(clear)' }] };
		expect(cleared(own)).toEqual({ 'f-1': '(clear)', ...kept });
		const names = input(own, false)?.options?.map(({ name }) => name);
		expect(names).toEqual(['High', 'Low', '(clear)']);
	});
});

it('a new record need not have what is not required', () => {
	expect(input({})).toMatchObject({ required: false });
});

it('a hint is as long as n8n shows it', () => {
	const several = (caption: string) =>
		input({ caption, selectItems: items, multiple: true })?.displayName;
	expect(several('A caption of 16')).toBe('A caption of 16 (High, Low)');
	expect(several('A caption of 17.')).toBe('A caption of 17. (High, Low)');
	expect(several('A caption of 18..')).toBe('A caption of 18.. (several)');
});
