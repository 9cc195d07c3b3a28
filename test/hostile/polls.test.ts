import { deepCopy, type IDataObject } from 'n8n-workflow';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { sampled } from '../support/effort';
import { poll } from '../support/n8n';
import { byId } from '../support/world';
import { answering, rowAt, rowsFrom, SERVICES, type Rows } from './endless';
import { onTheWire } from './wire';

const events = Object.entries(triggerEvents)
	.filter(([, { source }]) => 'form' in source.params)
	.map(([event]) => event);

/** The most requests of one poll; the first may read changes as well as the whole form. */
const MOST_REQUESTS = 60;
const POLLS = 2;

const others: Readonly<Record<string, Rows>> = {
	...SERVICES,
	'pages without an end': (page, limit) => rowsFrom((page - 1) * limit, limit),
	'pages without an end, of one second': (page, limit) =>
		rowsFrom((page - 1) * limit, limit).map((row) => ({ ...row, ...oneSecond })),
	'more rows than asked': (page, limit) => rowsFrom((page - 1) * limit, limit + 500),
	'rows that are none': () => [null, 7, 'x', [], {}],
	'rows of other shapes': () => [{ ...rowAt(0), recordId: {}, updatedAt: { toString: 1 } }],
	'numbers that are no ids': (_, limit) =>
		rowsFrom(0, limit).map((row, n) => ({ ...row, recordId: -0.5 - n })),
	'numbers beyond 2^53': (_, limit) =>
		rowsFrom(0, limit).map((row, n) => ({ ...row, recordId: 1e300 - n })),
};
const oneSecond = { createdAt: '2026-01-01 00:00:00', updatedAt: '2026-01-01 00:00:00' };

const PLAIN = /^(The |Record \d|At least \d|The form|What answered|Nothing to show)/;

let triggers = 0;

/** The slowest service is enough for one event of each kind of state. */
const servicesOf = (event: string) =>
	sampled(
		Object.entries(others).filter(
			([name]) => !name.endsWith('one second') || !event.endsWith('Updated'),
		),
		([name]) => `${event} ${name}`,
		1 / 10,
	);

describe.each(events)('%s', (event) => {
	it.each(servicesOf(event))('polls of %s end, with few requests each', async (_, rows) => {
		await onTheWire(answering(rows), async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const parameters = { event, form: byId(1), options: { names: 'identifiers' } };
			const staticData: IDataObject = {};
			const run = { parameters, credentials, staticData, nodeId: `hostile-${triggers++}` };
			for (let n = 0; n < POLLS; n++) {
				const before = deepCopy(staticData);
				const requests = arrived.length;
				const message = await poll(run).then(
					() => '',
					(error: Error) => error.message,
				);
				if (message !== '') {
					expect(message).toMatch(PLAIN);
					expect(staticData).toEqual(before);
				}
				expect(arrived.length - requests).toBeLessThanOrEqual(MOST_REQUESTS);
			}
		});
	});

	it.each(servicesOf(event))('the test step shows a few rows of %s', async (_, rows) => {
		await onTheWire(answering(rows), async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const parameters = { event, form: byId(1), options: { names: 'identifiers' } };
			const shown = await poll({ parameters, credentials, mode: 'manual' }).catch(
				({ message }: Error) => message,
			);
			if (typeof shown === 'string') expect(shown).toMatch(PLAIN);
			else expect(shown!.length).toBeLessThanOrEqual(3);
			expect(arrived.length).toBeLessThanOrEqual(2);
		});
	});
});
