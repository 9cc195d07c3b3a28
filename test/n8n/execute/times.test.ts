import type { Service } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { executeWithHints } from '../../support/n8n';
import { byId, inWorld, test } from '../../support/world';
import { byHand, recordsOf, writesTo } from '../runs';

const ASSETS = 3;
const ORDERS = 4;
const [DATE, DATE_TIME] = ['field-36', 'field-44'];
/** The zone that n8n has when nobody sets it. */
const N8N = 'America/New_York';

const update = (value: string, form = ORDERS, field = DATE_TIME) =>
	recordsOf(form, 'update', { recordId: byId(1), ...byHand({ [field]: value }) });
const looksIn = ({ log }: Service) => log.filter(({ query }) => query.order === 'updatedAt:desc');
const wordsOf = ({ hints }: Awaited<ReturnType<typeof executeWithHints>>) =>
	hints.map(({ message }) => message);

test.each([
	['UTC', update('2026-06-30T23:30Z'), { [DATE_TIME]: '2026-07-01 08:30:00' }],
	['an offset', update('2026-06-30T19:30:00-04:00', ASSETS, DATE), { [DATE]: '2026/07/01' }],
	['midnight', update('2026-07-01T00:00:00Z', ASSETS, DATE), { [DATE]: '2026/07/01' }],
	[
		'an expression',
		update('={{ DateTime.fromISO("2026-06-30T23:30Z") }}', ASSETS, DATE),
		{ [DATE]: '2026/07/01' },
	],
])('a moment is saved in the zone of the site: %s', async (world, _, parameters, record) => {
	const credentials = { ...world.credentials, timeZone: 'Asia/Tokyo' };
	expect(wordsOf(await executeWithHints({ parameters, credentials }))).toEqual([]);
	expect(writesTo(world.service)).toMatchObject([{ body: { record } }]);
	expect(looksIn(world.service)).toEqual([]);
});

describe('where the credential names no zone', () => {
	const moment = update('2026-06-30T23:30Z');
	const reading = recordsOf(ORDERS, 'getAll', { filters: { changedAfter: '2026-06-30T23:30Z' } });

	it.each([
		['a moment becomes a time of the workflow', '2026-06-30T23:30Z'],
		['a moment with the offset of the workflow stays', '2026-06-30T19:30:00-04:00'],
		['a written time stays', '2026-06-30 19:30'],
	])('%s', async (_, value) => {
		await inWorld({ dialect: { timeZone: N8N } }, async ({ service, credentials }) => {
			const run = await executeWithHints({ parameters: update(value), credentials });
			const record = { [DATE_TIME]: '2026-06-30 19:30:00' };
			expect(writesTo(service)).toMatchObject([{ body: { record } }]);
			expect(wordsOf(run)).toEqual([]);
		});
	});

	it.each([
		['Asia/Tokyo', '1[34] h 0 min ahead of'],
		['Pacific/Honolulu', '[56] h 0 min behind'],
	])('the newest record shows once a day how far the clock differs: %s', async (timeZone, far) => {
		const advice =
			"Enter the time zone of the site as 'Time Zone' in the credential, and correct what was saved";
		const words = new RegExp(`, but the clock of the site is ${far} it\\. ${advice}`);
		const hint = { message: expect.stringMatching(words) as string, type: 'warning' };
		await inAHurry(({ skip }) =>
			inWorld({ dialect: { timeZone } }, async ({ service, credentials }) => {
				for (const [ms, looks] of [
					[0, 1],
					[0, 1],
					[86_400_000, 2],
				] as const) {
					skip(ms);
					const { hints } = await executeWithHints({ parameters: moment, credentials });
					expect(hints).toMatchObject([hint]);
					expect(looksIn(service)).toHaveLength(looks);
				}
			}),
		);
	});

	it.each([
		['a run only reads', { dialect: { timeZone: 'Asia/Tokyo' } }, reading, 'GET', 200, 1],
		['a run saves nothing', { dialect: { timeZone: 'Asia/Tokyo' } }, moment, 'PUT', 400, 0],
		['times are in UTC', { dialect: { timestamps: 'utc' } }, moment, 'PUT', 200, 1],
		['no record is shown', {}, moment, 'GET', 403, 1],
	] as const)('a hint says which zone was taken if %s', async (...row) => {
		const [, options, parameters, method, status, looks] = row;
		await inWorld(options, async ({ service, credentials }) => {
			if (status !== 200)
				service.faults.add({ method, path: /records(\/1)?$/, times: 9, answer: { status } });
			await executeWithHints({ parameters, credentials, continueOnFail: true });
			const run = await executeWithHints({ parameters, credentials, continueOnFail: true });
			const words = `Times were converted to ${N8N}, the time zone of this workflow. If the site has another one, enter it`;
			const told = wordsOf(run).filter((one) => one.startsWith('Times'));
			expect(told).toEqual([expect.stringContaining(words)]);
			// Both runs look.
			expect(looksIn(service)).toHaveLength(2 * looks);
		});
	});
});
