import { noticeRows } from '../../../nodes/RecordsDirectory/core/request/notice-rows';

const icon = { name: 'doc', src: '/doc.svg' };
const orders = {
	appsId: '3',
	appsName: 'Orders',
	icon,
	noticeList: [
		{ id: '1', label: 'To approve', count: '2', url: '/a' },
		{ id: '2', label: 'Late', count: 0, url: '/b' },
	],
};
const person = { code: '007', notices: [orders, { ...orders, appsId: '4', noticeList: [] }] };

it('one row a notice, with the app and the person it belongs to', () => {
	const app = { code: '007', appsId: '3', appsName: 'Orders', icon };
	expect(noticeRows(person, false)).toStrictEqual([
		{ ...app, id: '1', label: 'To approve', count: 2, url: '/a' },
		{ ...app, id: '2', label: 'Late', count: 0, url: '/b' },
	]);
});

it('one row a person, as the service gives it', () => {
	expect(noticeRows(person, true)).toStrictEqual([person]);
});

it.each<[string, unknown]>([
	['missing', undefined],
	['null', null],
	['an empty list', []],
	['an object', {}],
	['a list with nothing in it', [null, 'a', 1]],
	['apps without a list', [{ appsId: '3' }]],
	['apps with a list of nothing', [{ appsId: '3', noticeList: [null] }]],
])('no notices are no rows: %s', (_, notices) => {
	expect(noticeRows({ code: '007', notices }, false)).toEqual([]);
});

it('codes and ids stay texts, as the document gives them', () => {
	const [row] = noticeRows({ code: '12', notices: [orders] }, false);
	expect(row).toMatchObject({ code: '12', appsId: '3', id: '1' });
});
