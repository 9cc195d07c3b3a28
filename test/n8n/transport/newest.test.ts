import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { isSample } from '../../support/effort';
import { byId, inWorld, jsonOf, test } from '../../support/world';
import { failureOf } from '../runs';

const FORM = 3;
const BEGIN = Date.UTC(2026, 5, 1);
/** The text of a time so many seconds after the first of June. */
const at = (seconds: number) =>
	new Date(BEGIN + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Records of which each has a time of its own, `together` of them the same one; form 3 has 20 older ones. */
const add = ({ store }: Service, count: number, together = 1) =>
	store.addRecords(
		FORM,
		Array.from({ length: count }, (_, n) => ({
			values: { 'field-31': `Asset ${n}` },
			createdAt: at(Math.floor(n / together)),
		})),
	);

const reading = (filters: INodeParameters, more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation: 'getAll',
	form: byId(FORM),
	returnAll: true,
	filters,
	options: { names: 'identifiers' },
	...more,
});

const idsOf = (output: Awaited<ReturnType<typeof execute>>) =>
	jsonOf(output).map(({ recordId }) => Number(recordId));

describe.each([
	['Changed After', 'changedAfter', 'updatedAt'],
	['Created After', 'createdAfter', 'createdAt'],
])('%s', (label, name, by) => {
	test('gives what is not older, the newest first', async ({ service, credentials }) => {
		add(service, 30);
		const output = await execute({ parameters: reading({ [name]: at(25) }), credentials });
		expect(jsonOf(output).map((row) => row[by])).toEqual([29, 28, 27, 26, 25].map(at));
		expect(service.log.map(({ query }) => query)).toEqual([
			{ page: '1', limit: '100', order: `${by}:desc` },
		]);
	});

	test.each([
		['2026-06-01 00:00:25'],
		['2026/6/1 00:00:25'],
		['2026-06-01T00:00:25+09:00'],
		['2026-05-31T15:00:25Z'],
		['20260531T150025Z'],
		['={{ DateTime.fromISO("2026-05-31T15:00:25Z") }}'],
		['={{ new Date("2026-05-31T15:00:25Z") }}'],
	])(
		'takes a date and time in any spelling, in the zone of the site: %s',
		async ({ service, credentials }, time) => {
			add(service, 30);
			const zoned = { ...credentials, timeZone: 'Asia/Tokyo' };
			const output = await execute({ parameters: reading({ [name]: time }), credentials: zoned });
			expect(output).toHaveLength(5);
		},
	);

	it.each(['blank', 'utc', 'offset', 'milliseconds'] as const)(
		'compares with times as the service writes them: %s',
		async (timestamps) => {
			await inWorld({ dialect: { timestamps } }, async ({ service, credentials }) => {
				add(service, 30);
				const zoned = { ...credentials, timeZone: 'Asia/Tokyo' };
				const filters = { changedAfter: at(20), [name]: at(25) };
				const output = await execute({ parameters: reading(filters), credentials: zoned });
				expect(idsOf(output)).toEqual([50, 49, 48, 47, 46]);
			});
		},
	);

	test.each([
		[{ [name]: 'yesterday' }, {}, `'${label}' is not a date and time: "yesterday"`],
		[{ [name]: '2026-02-30' }, {}, `'${label}' is not a date and time: "2026-02-30"`],
		[
			{ [name]: at(25) },
			{ options: { order: byId('recordId') } },
			`'Sort By (Largest First)' cannot be used together with '${label}', which gives the newest records first`,
		],
	])(
		'rejects before anything is sent: %j %j',
		async ({ service, credentials }, filters, more, message) => {
			const parameters = reading(filters, more);
			expect((await failureOf(execute({ parameters, credentials }))).message).toBe(message);
			expect(service.log).toEqual([]);
		},
	);

	test('goes with its own order, a keyword, a query and a limit', async ({
		service,
		credentials,
	}) => {
		add(service, 30);
		const run = async (filters: INodeParameters, more: INodeParameters = {}) =>
			idsOf(await execute({ parameters: reading(filters, more), credentials }));
		const sorted = { options: { names: 'identifiers', order: byId(by) } };
		expect(await run({ [name]: at(28) }, sorted)).toEqual([50, 49]);
		const query = 'field-31 = "Asset 27"';
		expect(await run({ [name]: at(25), query })).toEqual([48]);
		expect(await run({ [name]: at(25) }, { returnAll: false, limit: 2 })).toEqual([50, 49]);
	});
});

test('takes both: created after the one and changed after the other', async ({
	service,
	credentials,
}) => {
	add(service, 30);
	for (const id of [21, 30, 40]) service.store.updateRecord(FORM, id, {}, { updatedAt: at(100) });
	const parameters = reading({ changedAfter: at(50), createdAfter: at(5) });
	expect(idsOf(await execute({ parameters, credentials }))).toEqual([40, 30]);
	const one = { ...parameters, returnAll: false, limit: 1 };
	expect(idsOf(await execute({ parameters: one, credentials }))).toEqual([40]);
});

test('a moment in the hour that the clock repeats misses nothing of that hour', async ({
	service,
	credentials,
}) => {
	const text = (time: string) => `2026-10-25 ${time}`;
	const times = ['00:59:59', '01:00:00', '01:20:00', '01:40:00', '02:00:00'].map(text);
	service.store.addRecords(
		FORM,
		times.map((createdAt) => ({ values: {}, createdAt })),
	);
	const zoned = { ...credentials, timeZone: 'Europe/London' };
	// 01:30 in summer time; half an hour later the clock shows 01:00 again.
	const parameters = reading({ createdAfter: '2026-10-25T00:30:00Z' });
	expect(await execute({ parameters, credentials: zoned })).toHaveLength(4);
	const later = reading({ createdAfter: '2026-10-25T01:30:00Z' });
	expect(await execute({ parameters: later, credentials: zoned })).toHaveLength(2);
});

describe('the requests', () => {
	const usual = [
		[40, 5, 1, 1],
		[3_000, 0, 1, 1],
		[3_000, 10, 1, 1],
		[3_000, 700, 1, 3],
		[3_000, 1_000, 1, 4],
		[3_000, 2_500, 1, 6],
		[3_000, 2_500, 250, 6],
	] as const;
	const large = [
		[100_000, 10, 1, 1],
		[100_000, 1_000, 1, 4],
		[100_000, 20_000, 1, 23],
		[100_000, 10_000, 100, 14],
	] as const;

	test.each(isSample ? usual : [...usual, ...large])(
		'%i records, of which %i are not older, %i in a second: at most %i',
		async ({ service, credentials }, all, count, together, most) => {
			add(service, all, together);
			const from = at((all - count) / together);
			const parameters = reading({ createdAfter: from });
			const unhurried = { ...credentials, requestsPer100Seconds: 1e6 };
			const output = await execute({ parameters, credentials: unhurried });
			expect(idsOf(output)).toEqual(Array.from({ length: count }, (_, n) => 20 + all - n));
			expect(service.log.length).toBeLessThanOrEqual(most);
			expect(most).toBeLessThanOrEqual(Math.ceil(count / 1000) + 4);
		},
	);
});

it('finds more of one second than a page holds by their IDs', async () => {
	await inWorld({ dialect: { ties: 'shuffled' } }, async ({ service, credentials }) => {
		add(service, 2_500, 2_500);
		const parameters = reading({ changedAfter: at(0) });
		const ids = idsOf(await execute({ parameters, credentials }));
		expect(ids).toEqual(Array.from({ length: 2_500 }, (_, n) => 2_520 - n));
	});
});
