import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../sandbox/service/service.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox, Service } from '../../sandbox/start/sandbox.ts';
import { eventually } from './waiting.ts';
import { arrived, idsOf, publishNewVersion, publishTrigger, startedWith } from './watchers.ts';

const ORDERS = 4;
/** More than one poll emits. */
const EXISTING = 6_000;

interface Outcome {
	/** Record IDs of all events, in order. */
	ids: number[];
	expected: number[];
}

/** Records that are created before polls in whose middle n8n publishes the trigger again. */
export const pollsRepublished = (sandbox: Sandbox): Promise<Outcome> =>
	atOwnSite(sandbox, 'Published again', {}, async (service, workflow) => {
		const { log, store } = service;
		await eventually('second poll', () => log.length > 1 || undefined);
		slowDown(service);
		const expected: number[] = [];
		for (const second of [9, 14, 4, 9, 14, 4]) {
			const values = { 'field-41': `Poll ${expected.length}` };
			expected.push(store.createRecord(ORDERS, values).recordId);
			await pollBegun(service);
			if (second === 4) await sandbox.n8n.call('POST', `/workflows/${workflow.id}/deactivate`);
			await publishNewVersion(sandbox, workflow, second);
		}
		return expected;
	});

/** Existing records, with the trigger published again in the middle of a poll that reads them. */
export const existingRepublished = (sandbox: Sandbox): Promise<Outcome> =>
	atOwnSite(
		sandbox,
		'Existing records',
		{ existingSince: '1970-01-01T00:00:00' },
		async (service, workflow) => {
			await arrived(sandbox, workflow, 1);
			slowDown(service);
			await pollBegun(service);
			await publishNewVersion(sandbox, workflow, 14);
			service.faults.clear();
			service.store.createRecord(ORDERS, { 'field-41': 'New' });
			return service.store.database
				.all<{ recordId: number }>('SELECT recordId FROM record WHERE appsId = ?', ORDERS)
				.map(({ recordId }) => recordId)
				.sort((a, b) => a - b);
		},
	);

/**
 * Publishes a trigger of new orders at a site of its own, whose limit nobody else uses. `happen` returns the IDs of the
 * records that must be emitted.
 */
async function atOwnSite(
	sandbox: Sandbox,
	name: string,
	options: Record<string, unknown>,
	happen: (service: Service, workflow: SavedWorkflow) => Promise<number[]>,
): Promise<Outcome> {
	const { n8n, credentialData } = sandbox;
	const service = await startService({ limits: { per100Seconds: 100 } });
	try {
		addExisting(service);
		const data = { ...credentialData, baseUrl: service.url };
		const credential = await n8n.createCredential(name, 'recordsDirectoryApi', data);
		const watch = { name, event: 'recordCreated', form: ORDERS, options };
		const workflow = await publishTrigger(sandbox, credential, watch);
		const expected = await happen(service, workflow);
		await arrived(sandbox, workflow, expected.length);
		// A poll that repeats events would do so by now.
		await sleep(25_000);
		return { ids: idsOf(await startedWith(sandbox, workflow)), expected };
	} finally {
		await service.close();
	}
}

function addExisting({ store }: Service): void {
	const record = (minute: number) => {
		const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
		const time = at.slice(0, 19).replace('T', ' ');
		return { values: { 'field-41': 'Existing' }, createdAt: time, updatedAt: time };
	};
	store.addRecords(
		ORDERS,
		Array.from({ length: EXISTING }, (_, minute) => record(minute)),
	);
}

/** Long enough that n8n can publish in the middle of a poll. */
const slowDown = ({ faults }: Service) =>
	faults.add({
		path: `/api/apps/${ORDERS}/records`,
		answer: { delayMs: 2_000 },
		times: Infinity,
	});

async function pollBegun({ log }: Service): Promise<void> {
	const before = log.length;
	await eventually('beginning of a poll', () => log.length > before || undefined);
}
