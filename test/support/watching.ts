import type { ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Form } from '../../sandbox/service/resources';
import type { LogEntry, Service, ServiceOptions } from '../../sandbox/service/service';
import { poll, type PollRun, registration } from './n8n';
import { inWorld, jsonOf, type World } from './world';

/** Orders, the form of the tests: `field-41` is the only required field. */
export const FORM = 4;
export const RECORDS = `/api/apps/${FORM}/records`;
/** What the service's clock says when a test begins; its text times are nine hours ahead of UTC. */
const START = Date.UTC(2026, 2, 2, 9);

/** The life of one trigger: its saved state, its service, and the service's clock. */
export interface Watching extends World {
	/** What n8n keeps between the polls. */
	readonly state: IDataObject;
	/** The items of one poll; null for a poll that n8n takes for "nothing new". */
	poll(changed?: Partial<PollRun>): Promise<IDataObject[] | null>;
	/** As `poll`, for a trigger with other parameters. */
	pollAs(given: INodeParameters): Promise<IDataObject[] | null>;
	/** As n8n publishes the workflow, with this saved state: polls of one registration. */
	publish(saved: IDataObject, changed?: Partial<PollRun>): () => Promise<IDataObject[] | null>;
	/** The requests since the last call. */
	taken(): LogEntry[];
	/** Moves the service's clock forward, or back. */
	pass(seconds: number): void;
	/** Creates a record of the form; answers its ID. */
	create(name: string): number;
	edit(recordId: number, name: string): void;
	/** Creates many records that all carry the present second. */
	bulk(count: number): number[];
}

interface WatchingOptions extends ServiceOptions {
	given?: INodeParameters;
}

/** A service, or a proxy before it, that sends no `Date` header. */
export const undated: ServiceOptions = {
	mount: (app) =>
		app.use('*', async (c, next) => {
			(c.env as { outgoing: ServerResponse }).outgoing.sendDate = false;
			await next();
			c.res.headers.delete('date');
		}),
};

let watched = 0;

/** Runs a test of a trigger on the form, in a world of its own. */
export async function watching(
	{ given = {}, ...options }: WatchingOptions,
	test: (life: Watching) => Promise<void>,
): Promise<void> {
	let now = START;
	await inWorld({ now: () => new Date(now), ...options }, async ({ service, credentials }) => {
		const state: IDataObject = {};
		const first = byIdentifiers({ event: 'recordCreatedOrUpdated', form: formId(FORM), ...given });
		// Tests ask faster than any schedule; what they say about the pace, they say themselves.
		const settings = { ...credentials, requestsPer100Seconds: 1_000_000 };
		let seen = 0;
		// The process remembers each node.
		const nodeId = `watching ${++watched}`;
		const base = { parameters: first, credentials: settings, staticData: state, nodeId };
		const run = async (changed: Partial<PollRun>) => {
			const items = await poll({ ...base, ...changed });
			return items && jsonOf(items);
		};
		await test({
			service,
			credentials: settings,
			state,
			poll: (changed = {}) => run(changed),
			pollAs: (parameters) => run({ parameters: byIdentifiers({ ...first, ...parameters }) }),
			publish(staticData, changed) {
				const pollIt = registration({ ...base, staticData, ...changed });
				return async () => {
					const items = await pollIt();
					return items && jsonOf(items);
				};
			},
			taken: () => service.log.slice(seen, (seen = service.log.length)),
			pass: (seconds) => void (now += seconds * 1000),
			create: (name) => service.store.createRecord(FORM, { 'field-41': name }).recordId,
			edit: (id, name) => void service.store.updateRecord(FORM, id, { 'field-41': name }),
			bulk(count) {
				const rows = Array.from({ length: count }, () => ({ values: { 'field-41': 'bulk' } }));
				const from = service.store.addRecords(FORM, rows);
				return rows.map((_, index) => from + index);
			},
		});
	});
}

/** Items with field IDs, unless a test says otherwise: captions would take a request. */
const byIdentifiers = ({ options, ...given }: INodeParameters): INodeParameters => ({
	...given,
	options: { names: 'identifiers', ...(options as INodeParameters | undefined) },
});

/** Switches the process function of the form on, so that its records have a status. */
export const startProcess = ({ store }: Service): void =>
	store.addForm({ ...store.forms.get(FORM)!, statuses: ['New'] });

/** A form of text fields with these identifiers, in the place of the orders. */
export const bareForm = (identifiers: readonly string[]): Form => ({
	id: FORM,
	name: 'Bare',
	prefix: 'B',
	digits: 4,
	startDay: '2026/01/01',
	endDay: '9999/12/31',
	readablePeriod: 12,
	explanation: '',
	note: '',
	creatorCode: 'E0001',
	createdAt: '2026/01/01',
	updaterCode: 'E0001',
	updatedAt: '2026/01/01',
	icon: { name: 'box', src: '/icons/box.svg' },
	fields: identifiers.map((uniqueId, index) => ({
		fieldId: index + 1,
		fieldType: 'text',
		caption: uniqueId,
		uniqueId,
	})),
});

export const formId = (value: number) => ({ __rl: true, mode: 'id', value });

/** A list request as the trigger sends it. */
export const asked = (requests: readonly LogEntry[]) =>
	requests.map(({ method, path, query }) => ({ method, path, query }));

export const idsOf = (items: readonly IDataObject[] | null) =>
	(items ?? []).map(({ recordId }) => Number(recordId));

export const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** As n8n starts, with so few requests per 100 seconds that nobody could publish. */
export const startedWith = (
	credentials: PollRun['credentials'],
	requestsPer100Seconds: number,
) => ({
	credentials: { ...credentials, requestsPer100Seconds },
	activation: 'init' as const,
});
