import type { INodeParameters } from 'n8n-workflow';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { inWorld, test, jsonOf, type World } from '../../../support/world';
import {
	countOf,
	errorOf,
	failureOf,
	headlinesOf,
	importing,
	rest,
	subjects,
	subjectsDone,
} from '../../runs';

const atOnce = (requestsAtOnce: number | string, more: INodeParameters = {}) => ({
	...importing,
	options: { requestsAtOnce, ...more },
});
/** Items without a subject are rejected, with their whole request. */
const wrong = (...items: number[]) =>
	`={{ ${JSON.stringify(items)}.includes($itemIndex) ? { "field-2": "no subject" } : { "field-1": $json.subject } }}`;
const REFUSED_SECOND = { recordJson: wrong(105) };
const six = subjects(600);
const linked = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

interface Watched extends World {
	/** How many requests were running when each of them arrived, including itself. */
	readonly counts: readonly number[];
}

/** A service that replies once as many requests run as may, or none has come for a while. */
async function inSlowWorld(test: (world: Watched) => Promise<void>, together = 1): Promise<void> {
	const counts: number[] = [];
	let now = 0;
	const mount: ServiceOptions['mount'] = (app) => {
		app.use('/api/*', async (_, next) => {
			counts.push(++now);
			for (let waited = 0; now < together && waited < 100; waited += 5) await rest(5);
			await rest(8);
			await next();
			now--;
		});
	};
	await inWorld({ mount }, (world) => test({ ...world, counts }));
}

describe('parallel requests', () => {
	it.each([
		['one after the other without the option', importing, 1],
		['two', atOnce(2), 2],
		['five', atOnce(5), 5],
		['as few as any item of a request says', atOnce('={{ $itemIndex % 100 === 50 ? 2 : 3 }}'), 2],
		['as few as any request of them says', atOnce('={{ $itemIndex < 100 ? 3 : 1 }}'), 1],
	])('%s', async (_, parameters, most) => {
		await inSlowWorld(async ({ service, credentials, counts }) => {
			const output = await execute({ parameters, items: six, credentials });
			expect(Math.max(...counts)).toBe(most);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(linked(600));
			expect(jsonOf(output)).toEqual(subjectsDone(six, 'imported'));
			expect(service.log).toHaveLength(6);
			expect(countOf(service)).toBe(640);
		}, most);
	});

	test.each([0, 6, 1.5])(
		'%s is rejected before anything is sent',
		async ({ service, credentials }, number) => {
			const run = { parameters: atOnce(number), items: six, credentials };
			await expect(execute(run)).rejects.toThrow(/'Parallel Requests' is /);
			expect(service.log).toHaveLength(0);
		},
	);
});

describe('the second of three parallel requests is rejected', () => {
	const parameters = { ...atOnce(3), ...REFUSED_SECOND };

	test.each([
		['before the first is answered: only three are sent', 1, 3],
		['later: the request that started meanwhile is the last', 2, 4],
	])('%s', async ({ service, credentials }, _, nth, sent) => {
		service.faults.add({ nth, answer: { delayMs: 300 } });
		const error = await failureOf(execute({ parameters, items: six, credentials }));
		expect(error.context.itemIndex).toBe(105);
		expect(service.log).toHaveLength(sent);
		expect(countOf(service)).toBe(40 + 100 * (sent - 1));
		expect(error.description).toContain(
			`Saved: items 0 to 99 and 200 to ${sent - 1}99. Unknown: items 100 to 199 may have been saved. Check before you run them again. Not sent: items ${sent}00 to 599. Fix what the message names. Run the node again with only the items that failed or were not sent.`,
		);
	});
});

describe('a request that waits while another one fails', () => {
	const slow = { requestsPer100Seconds: 2 };
	const parameters = atOnce(5);

	test('is not sent, and the failure is reported immediately', async ({ service, credentials }) => {
		const run = { ...parameters, recordJson: wrong(5) };
		const paced = { ...credentials, ...slow };
		const at = performance.now();
		const error = await failureOf(execute({ parameters: run, items: six, credentials: paced }));
		expect(performance.now() - at).toBeLessThan(10_000);
		expect(error.description).toMatch(
			/^Saved: items 100 to 199\. Unknown: items 0 to 99 may .*\. Not sent: items 200 to 599\./,
		);
		await rest(100);
		expect(service.log).toHaveLength(2);
		expect(countOf(service)).toBe(140);
	});
});

test('an invalid key stops a run with Continue, and parallel requests keep their own outputs', async (world) => {
	const { service, credentials } = world;
	service.faults.add({ nth: 1, answer: { delayMs: 300 } });
	service.faults.add({ nth: 2, answer: { status: 401 } });
	const run = { parameters: atOnce(3), items: six, credentials, continueOnFail: true };
	const output = await execute(run);
	const errors = headlinesOf(output);
	const isIn = (item: number) => item < 100 || (item >= 200 && item < 300);
	expect(errors).toEqual(six.map((_, item) => (isIn(item) ? undefined : 'Unauthorized')));
	expect(errorOf(output[100])?.description).toMatch(
		/^Saved: items 0 to 99 and 200 to 299\. Failed: items 100 to 199\. Not sent: items 300 to 599\./,
	);
	expect(errorOf(output[300])?.description).toMatch(/^It was not sent\./);
	expect(service.log).toHaveLength(3);
	expect(countOf(service)).toBe(240);
});
