import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { readable } from '../../support/record-values';

const identifiers = { keys: 'identifiers' } as const;
const captions = { keys: 'captions' } as const;

it('users are read as their codes, in rows of tables as well', () => {
	const owner = { uniqueId: 'u', fieldType: 'user' };
	const form = parseForm([owner, { uniqueId: 't', subTable: [{ uniqueId: 'a' }, owner] }]);
	const record = { u: [{ code: 'E1', name: 'Aiko' }], t: [{ u: [{ code: 'E1' }] }, {}] };
	expect(readable(form, record, { ...identifiers, usersAs: 'codes' })).toEqual({
		u: ['E1'],
		t: [
			{ a: null, u: ['E1'] },
			{ a: null, u: [] },
		],
	});
});

it('an unknown value is not lost when a field has its name for a caption', () => {
	const some = parseForm([{ uniqueId: 'f-6', caption: 'Priority' }]);
	expect(readable(some, { 'f-6': 'a', Priority: 'b' }, captions)).toEqual({
		'Priority (f-6)': 'a',
		Priority: 'b',
	});
});

it('a label without a value is no output', () => {
	const form = parseForm([{ uniqueId: 'f' }, { uniqueId: 'l', fieldType: 'label' }]);
	expect(readable(form, {}, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: '' }, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: 'Read this' }, identifiers)).toEqual({ f: null, l: 'Read this' });
});
