import { deepCopy, type IDataObject } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { sampled } from '../support/effort';
import { execute, poll } from '../support/n8n';
import { byId } from '../support/world';
import { asks } from './asks';
import { answering, rowAt, rowsFrom, SERVICES, type Rows } from './endless';
import { messageOf, onTheWire, type Wire } from './wire';

const given = {
	...{ form: byId(1), recordId: byId(1), returnAll: true, options: { names: 'identifiers' } },
	...{ newCode: 'NEW', name: 'New', kana: 'New', loginId: 'new', loginPass: 'new' },
	organizationCode: byId('O'),
	recordMapper: {
		...{ mappingMode: 'defineBelow', value: { 'field-0': 'x' } },
		matchingColumns: ['field-0'],
	},
};
/** Operations that read a list, as their result or before it, and all that the editor reads. */
const reading = [
	...entries
		.filter(({ operation }) => operation.returns.kind === 'many')
		.map(({ key }) => key as string),
	...['organization', 'position', 'user', 'record'].map((resource) => `${resource}.upsert`),
	...['organization.sync', 'position.sync', 'user.sync', 'record.create'],
	...Object.keys(asks({})).filter((name) => !name.includes(', ')),
];
const run = (name: string, credentials: Wire['credentials']) => {
	const [resource, operation] = name.split('.') as [string, string?];
	return operation === undefined
		? asks(credentials, given)[resource]!()
		: execute({ parameters: { ...given, resource, operation }, credentials });
};

const PLAIN =
	/^(The |The service|The fields|The form|'Field|Not Found|Words|Several|Record \d|At least \d|What answered|Nothing to show)/;

describe.each(Object.entries(SERVICES))('a service that answers %s', (service, rows) => {
	it.each(sampled(reading, (name) => `${service} ${name}`, 1 / 20))(
		'is a clear failure of %s after few requests; in the editor it may be a list of what there is',
		async (name) => {
			await onTheWire(answering(rows), async ({ credentials, arrived }) => {
				const message = await messageOf(run(name, credentials));
				if (message !== '' || name.includes('.')) expect(message).toMatch(PLAIN);
				expect(arrived.length).toBeLessThan(40);
			});
		},
	);
});

const oneSecond = { createdAt: '2026-01-01 00:00:00', updatedAt: '2026-01-01 00:00:00' };
const toPolls: Readonly<Record<string, Rows>> = {
	...SERVICES,
	'pages without an end': (page, limit) => rowsFrom((page - 1) * limit, limit),
	'pages without an end, of one second': (page, limit) =>
		rowsFrom((page - 1) * limit, limit).map((row) => ({ ...row, ...oneSecond })),
	'more rows than asked': (page, limit) => rowsFrom((page - 1) * limit, limit + 500),
	'rows that are none': () => [null, 7, 'x', [], {}],
	'rows of other shapes': () => [{ ...rowAt(0), recordId: {}, updatedAt: { toString: 1 } }],
	'numbers that are no IDs': (_, limit) =>
		rowsFrom(0, limit).map((row, n) => ({ ...row, recordId: -0.5 - n })),
	'numbers beyond 2^53': (_, limit) =>
		rowsFrom(0, limit).map((row, n) => ({ ...row, recordId: 1e300 - n })),
};
const polls = Object.entries(triggerEvents)
	.filter(([, { source }]) => 'form' in source.params)
	.flatMap(([event]) => Object.entries(toPolls).map(([name, rows]) => ({ event, name, rows })))
	// The slowest service is enough for one event of each kind of state.
	.filter(({ event, name }) => !name.endsWith('one second') || !event.endsWith('Updated'));

it.each(sampled(polls, ({ event, name }) => `${event} ${name}`, 1 / 10))(
	'a poll for $event ends after few requests, and a failed one changes no state: $name',
	async ({ event, name, rows }) => {
		await onTheWire(answering(rows), async ({ credentials, arrived }) => {
			const parameters = { event, form: byId(1), options: { names: 'identifiers' } };
			const staticData: IDataObject = {};
			const run = { parameters, credentials, staticData, nodeId: `hostile ${event} ${name}` };
			for (let n = 0; n < 2; n++) {
				const before = deepCopy(staticData);
				const requests = arrived.length;
				const message = await messageOf(poll(run));
				if (message !== '') expect(message).toMatch(PLAIN);
				if (message !== '') expect(staticData).toEqual(before);
				// The first may read changes as well as the whole form.
				expect(arrived.length - requests).toBeLessThanOrEqual(60);
			}
			arrived.length = 0;
			const shown = await poll({ ...run, mode: 'manual' }).catch((error: Error) => error);
			if (shown instanceof Error) expect(shown.message).toMatch(PLAIN);
			else expect(shown!.length).toBeLessThanOrEqual(3);
			expect(arrived.length).toBeLessThanOrEqual(2);
		});
	},
);
