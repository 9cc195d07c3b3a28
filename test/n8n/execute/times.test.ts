import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { execute, executeWithHints } from '../../support/n8n';
import { byId, inWorld, test, type World } from '../../support/world';
import { byHand, recordsOf } from '../runs';

const ASSETS = 3;
const ORDERS = 4;
const [DATE, DATE_TIME] = ['field-36', 'field-44'];
/** The zone that n8n has when nobody sets it. */
const N8N = 'America/New_York';

const mapped = (operation: string, form: number, value: INodeParameters) =>
	recordsOf(form, operation, byHand(value));
const inTokyo = ({ credentials }: World) => ({ ...credentials, timeZone: 'Asia/Tokyo' });
const bodyOf = ({ service }: World) => service.log.at(-1)?.body as { record: object };

describe('a moment is saved in the zone of the site', () => {
	test.each([
		['UTC', '2026-06-30T23:30Z', '2026/07/01'],
		['an offset', '2026-07-01T08:30:00+09:00', '2026/07/01'],
		['another offset', '2026-06-30T19:30:00-04:00', '2026/07/01'],
		['a midnight of a spreadsheet', '2026-07-01T00:00:00Z', '2026/07/01'],
		['an expression', '={{ DateTime.fromISO("2026-06-30T23:30Z") }}', '2026/07/01'],
	])('in a date field: %s', async (world, _, value, expected) => {
		const parameters = mapped('update', ASSETS, { [DATE]: value });
		const run = { parameters: { ...parameters, recordId: byId(1) }, credentials: inTokyo(world) };
		const { hints } = await executeWithHints(run);
		expect(bodyOf(world).record).toEqual({ [DATE]: expected });
		expect(hints).toEqual([]);
	});

	test('in a date-time field', async (world) => {
		const value = { [DATE_TIME]: '2026-06-30T23:30Z' };
		const parameters = { ...mapped('update', ORDERS, value), recordId: byId(1) };
		await execute({ parameters, credentials: inTokyo(world) });
		expect(bodyOf(world).record).toMatchObject({ [DATE_TIME]: '2026-07-01 08:30:00' });
	});
});

describe('where the credential names no zone', () => {
	const update = (value: string) => ({
		...mapped('update', ORDERS, { [DATE_TIME]: value }),
		recordId: byId(1),
	});
	const moment = update('2026-06-30T23:30Z');
	const reading = recordsOf(ORDERS, 'getAll', { filters: { changedAfter: '2026-06-30T23:30Z' } });
	const wordsOf = ({ hints }: Awaited<ReturnType<typeof executeWithHints>>) =>
		hints.map(({ message }) => message);

	it.each([
		['a moment becomes a time of the workflow', '2026-06-30T23:30Z'],
		['a moment with the offset of the workflow stays', '2026-06-30T19:30:00-04:00'],
		['a written time stays', '2026-06-30 19:30'],
	])('%s', async (_, value) => {
		await inWorld({ dialect: { timeZone: N8N } }, async ({ service, credentials }) => {
			const run = await executeWithHints({ parameters: update(value), credentials });
			const [sent] = service.log.filter(({ method }) => method === 'PUT');
			expect(sent!.body).toMatchObject({ record: { [DATE_TIME]: '2026-06-30 19:30:00' } });
			expect(wordsOf(run)).toEqual([]);
		});
	});

	const looksIn = ({ log }: Service) => log.filter(({ query }) => query.order === 'updatedAt:desc');

	it.each([
		['Asia/Tokyo', '1[34] h 0 min ahead of'],
		['Pacific/Honolulu', '[56] h 0 min behind'],
	])('the newest record shows once a day how far the clock differs: %s', async (timeZone, far) => {
		const advice =
			"Enter the time zone of the site as 'Time Zone' in the credential, and correct what was saved";
		const words = new RegExp(`, but the clock of the site is ${far} it\\. ${advice}`);
		const hint = { message: expect.stringMatching(words), type: 'warning' };
		await inAHurry(({ skip }) =>
			inWorld({ dialect: { timeZone } }, async ({ service, credentials }) => {
				const run = () => executeWithHints({ parameters: moment, credentials });
				for (let times = 0; times < 2; times++)
					expect((await run()).hints).toEqual([expect.objectContaining(hint)]);
				expect(looksIn(service)).toHaveLength(1);
				skip(86_400_000);
				await run();
				expect(looksIn(service)).toHaveLength(2);
			}),
		);
	});

	it.each([
		['reads', reading, false],
		['saves nothing', moment, true],
	])('nothing is read to compare clocks if a run only %s', async (_, parameters, fails) => {
		await inWorld({ dialect: { timeZone: 'Asia/Tokyo' } }, async ({ service, credentials }) => {
			if (fails) service.faults.add({ method: 'PUT', answer: { status: 400 } });
			const run = await executeWithHints({ parameters, credentials, continueOnFail: true });
			const otherZone = /^Times were converted to .*If the site has another one, enter it/;
			expect(wordsOf(run)).toContainEqual(expect.stringMatching(otherZone));
			expect(looksIn(service)).toHaveLength(fails ? 0 : 1);
		});
	});

	it.each([
		['its times are in UTC', { timestamps: 'utc' as const }, 200],
		['it shows no record', {}, 403],
	])('a hint says which was taken if %s', async (_, dialect, status) => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			if (status !== 200) service.faults.add({ path: /records$/, answer: { status } });
			const run = await executeWithHints({ parameters: moment, credentials });
			const words = `Times were converted to ${N8N}, the time zone of this workflow. If the site `;
			expect(wordsOf(run)).toEqual([expect.stringContaining(words)]);
		});
	});
});
