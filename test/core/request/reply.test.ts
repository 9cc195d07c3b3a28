import { Failure, type RawReply } from '../../../nodes/RecordsDirectory/core/request/failure';
import type { Values } from '../../../nodes/RecordsDirectory/core/values/validate';
import { toRows } from '../../../nodes/RecordsDirectory/core/request/reply';
import { entryOf, type OperationKey } from '../../support/entries';

const reply = (body: unknown, headers: RawReply['headers'] = {}): RawReply => ({
	statusCode: 200,
	headers,
	body,
});
function rows(key: OperationKey, body: unknown, values: Values = {}, headers = {}) {
	return toRows(entryOf(key), values, reply(body, headers));
}
const RECORD = { form: 3, record: { 'field-1': 'a' } };
const USER = { newCode: '007', name: 'Sato', loginPass: 'secret' };
const COMMENT = { form: 3, recordId: 4, content: 'Hello' };

describe('reads', () => {
	it.each<[OperationKey, unknown, unknown]>([
		['user.get', { code: '007', id: '7', loginId: '42' }, { code: '007', id: 7, loginId: '42' }],
		['record.get', { recordId: '5', record: { n: '5' } }, { recordId: 5, record: { n: '5' } }],
		['form.get', { id: '007' }, { id: '007' }],
		['user.get', { outsideAccess: 'FALSE' }, { outsideAccess: false }],
		['user.get', { outsideAccess: 1 }, { outsideAccess: true }],
	])('%s: %j', (key, body, expected) => expect(rows(key, body)).toStrictEqual([expected]));

	it('comment.getAll: the rows are in comments', () => {
		const key = 'comment.getAll';
		expect(rows(key, { comments: [{ code: '01' }, { code: '02' }], total: 2 })).toHaveLength(2);
		for (const empty of [{ comments: [] }, { comments: null }, {}, { appsId: 3, recordId: 4 }])
			expect(rows(key, empty)).toEqual([]);
	});

	it.each<[string, OperationKey, unknown]>([
		['an object with inherited names only', 'form.get', { constructor: 1, toString: 2 }],
		['an object for a list', 'form.getAll', { forms: { 0: {} } }],
		['a null among the rows', 'form.getAll', { forms: [{ id: 3 }, null] }],
	])('%s is not from the service', (_, key, body) => {
		const read = () => rows(key, body);
		expect(read).toThrow(Failure);
		expect(read).toThrow(expect.objectContaining({ kind: 'foreign' }));
	});
});

describe('a creation returns only what is certain', () => {
	const at = (location: string) => ({ location });

	it.each<[string, OperationKey, Values, unknown, object, object]>([
		[
			'an address',
			'record.create',
			RECORD,
			'',
			at('https://x/api/apps/3/records/5'),
			{ appsId: 3, recordId: 5 },
		],
		['something foreign', 'record.create', RECORD, { status: 'ok' }, {}, { appsId: 3 }],
		['a code like a number', 'user.create', { newCode: '42' }, { code: '42' }, {}, { code: '42' }],
		[
			'the new user',
			'user.create',
			USER,
			{ code: '007', id: '7', name: 'Sato' },
			{},
			{ code: '007', id: 7, name: 'Sato' },
		],
		[
			'the comment',
			'comment.create',
			COMMENT,
			{ commentId: '9' },
			{},
			{ appsId: 3, recordId: 4, commentId: 9 },
		],
	])('%s (%s)', (_, key, values, body, headers, expected) => {
		expect(rows(key, body, values, headers)).toStrictEqual([{ success: true, ...expected }]);
	});
});

it('other writes return the requested IDs without any response', () => {
	const user = { code: 'E1', name: 'x', loginPass: 'secret' };
	expect(rows('user.delete', undefined, user)).toEqual([{ deleted: true, code: 'E1' }]);
	expect(rows('user.update', undefined, user)).toEqual([{ success: true, code: 'E1' }]);
	const fresh = { newCode: 'E1', name: 'x', loginPass: 'secret' };
	expect(rows('user.import', undefined, fresh)).toEqual([{ success: true, code: 'E1' }]);
	const record = { form: 3, recordId: 4, record: {} };
	expect(rows('record.update', undefined, record)).toEqual([
		{ success: true, appsId: 3, recordId: 4 },
	]);
	// The service may have created another record.
	expect(rows('record.import', undefined, record)).toEqual([{ success: true }]);
});

describe('the notices of a user', () => {
	const app = { appsId: 1, appsName: 'A', noticeList: [{ id: 2, label: 'L', count: '3' }, null] };
	const read = (body: unknown, values: Values = {}) =>
		rows('notice.getAll', body, { code: '007', ...values });

	it('are one row each, or one row for the user', () => {
		expect(read({ code: '007', notices: [app, app] })).toHaveLength(2);
		expect(read({ notices: [app] })).toMatchObject([{ code: '007', appsId: 1, id: 2, count: 3 }]);
		const person = { notices: [app], more: 1 };
		expect(read(person, { split: 'person' })).toEqual([{ ...person, code: '007' }]);
		expect(read({ code: 7, notices: [] }, { code: '7' })).toEqual([]);
	});

	it('may be missing if there are none', () => {
		expect(read({ code: '007' })).toEqual([]);
		expect(read({ code: '007', notices: null })).toEqual([]);
	});

	it('may have an application without a list', () => {
		const quiet = { appsId: 9, appsName: 'B', noticeList: null };
		expect(read({ code: '007', notices: [quiet, app] })).toMatchObject([{ appsId: 1, id: 2 }]);
	});

	it.each(['ab7', 'ＡＢ７'])('may have the code in another case or width: %s', (code) => {
		expect(read({ code, notices: [app] }, { code: 'AB7' })).toMatchObject([{ code, count: 3 }]);
	});

	it('must not belong to another user', () => {
		expect(() => read({ code: '008', notices: [app] })).toThrow(
			expect.objectContaining({
				kind: 'service',
				message: 'The service returned the notices of user 008, not of 007',
			}),
		);
	});

	it.each([
		['nothing', {}],
		['apps with an invalid list', { code: '007', notices: [app, { noticeList: 'none' }] }],
	])('cannot be %s', (_, body) => {
		expect(() => read(body)).toThrow(
			expect.objectContaining({
				kind: 'foreign',
				message: 'The response is not from the records service',
			}),
		);
	});
});

it('a password in a reply is not returned', () => {
	expect(rows('user.get', { code: '1', loginPass: 'x', name: 'A' })).toEqual([
		{ code: '1', name: 'A' },
	]);
});

it('a row that needs no conversion is not copied', () => {
	const row = { id: 3, name: 'A' };
	expect(rows('form.getAll', { forms: [row] })[0]).toBe(row);
});

it('composed operations return success and the resulting code', () => {
	const done = [{ success: true, code: 'E1' }];
	expect(rows('user.upsert', '', { newCode: 'E1' })).toEqual(done);
	expect(rows('user.sync', '', { newCode: 'E1' })).toEqual(done);
	const written = rows('user.retire', '', { code: 'E1' });
	expect(written).toEqual(done);
	expect(Object.keys(rows('record.import', '', { form: 1 })[0] ?? {})).toEqual(['success']);
	const renamed = rows('user.update', '', { code: 'E1', newCode: 'E2' });
	expect(renamed).toEqual([{ success: true, code: 'E2' }]);
});
