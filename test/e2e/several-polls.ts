import { setTimeout as sleep } from 'node:timers/promises';
import { readRunData } from './run-data.ts';
import { publicationFailure, savedState } from './n8n-database.ts';
import {
	addUsers,
	byCode,
	mostRequests,
	type OwnSite,
	publishAt,
	startOwnSite,
} from './own-site.ts';
import { eventually } from './waiting.ts';
import { arrived, idsOf, publishNewVersion, startedWith } from './watchers.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';

const REQUESTS = 1;
const ORDERS = 4;
const RECORDS = 12_000;
const USERS = 15;
/** Long work takes 6 of them in the first poll. */
export const LIMIT = 20;
/** At that limit, one round through this many users takes longer than an hour. */
const TOO_MANY_USERS = 217;
const TOO_LARGE = 101 * 1024 * 1024;

/** Sites of which one poll cannot read all, and one that hangs; nothing waits for their triggers but the tests. */
export class SeveralPolls {
	private readonly sandbox: Sandbox;
	private readonly dataFolder: string;
	private readonly sites: OwnSite[] = [];

	constructor(sandbox: Sandbox, dataFolder: string) {
		this.sandbox = sandbox;
		this.dataFolder = dataFolder;
	}

	async close(): Promise<void> {
		for (const { service } of this.sites) await service.close();
	}

	private async site(name: string, limit: number): Promise<OwnSite> {
		const site = await startOwnSite(this.sandbox, name, limit);
		this.sites.push(site);
		return site;
	}

	/** Each user whose count has changed since the first round. */
	async notices() {
		const site = await this.site('Few requests for users', LIMIT);
		const { log, store } = site.service;
		const [code, ...moreCodes] = addUsers(site, USERS);
		const watch = { event: 'noticeCountChanged', code: byCode(code!), options: { moreCodes } };
		const workflow = await publishAt(this.sandbox, site, { name: 'Notices of several', ...watch });
		await eventually('first round', () => log.length >= USERS || undefined);
		const changed = [code!, ...moreCodes];
		for (const user of changed)
			store.raiseNotice(user, { appsId: ORDERS, id: '9', label: 'To pack', count: 3 });
		const started = await arrived(this.sandbox, workflow, USERS);
		const codes = started.map((one) => (one as unknown as { code: string }).code).sort();
		return { codes, changed, ...(await this.paceOf(site, workflow)) };
	}

	/** Records whose status has changed since the first reading. */
	async statuses() {
		const site = await this.site('Few requests for records', LIMIT);
		const { log, store } = site.service;
		const time = '2026-01-05 00:00:00';
		const record = { values: { 'field-1': 'x' }, status: 'Open', createdAt: time, updatedAt: time };
		const first = store.addRecords(REQUESTS, new Array(RECORDS).fill(record));
		const watch = { event: 'recordStatusChanged', form: byCode(REQUESTS) };
		const workflow = await publishAt(this.sandbox, site, { name: 'Statuses of many', ...watch });
		const state = () => savedState(this.dataFolder)(workflow.id);
		const partly = await eventually('first poll', () => /"existing":/.test(state()) || undefined);
		const lastPage = ({ query, status }: (typeof log)[number]) =>
			query['order']?.startsWith('recordId') &&
			Number(query['limit']) > 1 &&
			Number(query['page']) * Number(query['limit']) > RECORDS &&
			status === 200;
		await eventually('end of the first reading', () => log.some(lastPage) || undefined);
		const changed = [first, first + RECORDS / 2, first + RECORDS - 1];
		for (const id of changed) store.updateRecord(REQUESTS, id, {}, { status: 'Closed' });
		const started = await arrived(this.sandbox, workflow, changed.length);
		return { partly, ids: idsOf(started), changed, ...(await this.paceOf(site, workflow)) };
	}

	/** Records created before polls in whose middle n8n publishes the trigger again. */
	async republished() {
		const { workflow, faults, log, store } = await this.polling('Published again');
		const slowly = { answer: { delayMs: 2_000 }, times: Infinity };
		faults.add({ path: `/api/apps/${ORDERS}/records`, ...slowly });
		const created: number[] = [];
		for (const [n, second] of [9, 14, 4, 9, 14, 4].entries()) {
			const values = { 'field-41': `Poll ${n}` };
			created.push(store.createRecord(ORDERS, values).recordId);
			const before = log.length;
			await eventually('beginning of a poll', () => log.length > before || undefined);
			if (second === 4) await this.sandbox.n8n.call('POST', `/workflows/${workflow.id}/deactivate`);
			await publishNewVersion(this.sandbox, workflow, second);
		}
		await arrived(this.sandbox, workflow, created.length);
		// A poll that repeats events would do so by now.
		await sleep(25_000);
		return { ids: idsOf(await startedWith(this.sandbox, workflow)), created };
	}

	/** A month whose requests are used up for some polls. */
	async usedUp() {
		const { workflow, faults, log, store } = await this.polling('Used up');
		const body = { errors: { code: 402, message: 'Request exhausted per month' } };
		faults.add({ answer: { status: 402, body }, times: Infinity });
		const { recordId } = store.createRecord(ORDERS, { 'field-41': 'Created meanwhile' });
		await eventually('error', async () => (await this.errorsOf(workflow))[0]);
		await sleep(50_000);
		const refused = log.filter(({ status }) => status === 402).length;
		faults.clear();
		const ids = await this.eventsOf(workflow);
		return { ids, recordId, refused, messages: await this.errorsOf(workflow) };
	}

	/** What n8n's list of executions says about a reply that drips, and of one that is too large. */
	async hanging() {
		const { workflow, faults, store } = await this.polling('Hangs');
		const path = `/api/apps/${ORDERS}/records`;
		faults.add({ path, answer: { trickle: true, everyMs: 500 } });
		const { recordId } = store.createRecord(ORDERS, { 'field-41': 'Created meanwhile' });
		const errors = async (count: number) =>
			eventually(`${count} errors`, async () => {
				const messages = await this.errorsOf(workflow);
				return messages.length >= count ? messages : undefined;
			});
		await errors(1);
		faults.add({ path, answer: { status: 200, body: 'x'.repeat(TOO_LARGE) } });
		const messages = await errors(2);
		return { messages, ids: await this.eventsOf(workflow), recordId };
	}

	/** Why n8n has not published a trigger that cannot work at the limit. */
	async rejected() {
		const site = await this.site('Too few requests', LIMIT);
		const moreCodes = Array.from({ length: TOO_MANY_USERS - 1 }, (_, n) => `X${n}`);
		const watch = { event: 'noticeCountChanged', code: byCode('X'), options: { moreCodes } };
		const workflow = await publishAt(this.sandbox, site, { name: 'Too many users', ...watch });
		const reason = await eventually(
			'rejection',
			() => publicationFailure(this.dataFolder)(workflow.id) || undefined,
		);
		return { reason, requests: site.service.log.length };
	}

	/** A site of its own with a trigger that has polled twice. */
	private async polling(name: string) {
		const site = await this.site(name, 100);
		const { faults, log, store } = site.service;
		const watch = { event: 'recordCreated', form: byCode(ORDERS) };
		const workflow = await publishAt(this.sandbox, site, { name, ...watch });
		await eventually('second poll', () => log.length > 1 || undefined);
		return { workflow, faults, log, store };
	}

	/** The record IDs of its events, of which there must be one; failed executions have none. */
	private async eventsOf(workflow: SavedWorkflow): Promise<number[]> {
		const isEvent = ({ recordId }: { recordId?: number }) => recordId !== undefined;
		return await eventually(`event of ${workflow.name}`, async () => {
			const started = (await startedWith(this.sandbox, workflow)).filter(isEvent);
			return started.length > 0 ? idsOf(started) : undefined;
		});
	}

	private async paceOf(site: OwnSite, workflow: SavedWorkflow) {
		const refused = site.service.log.filter(({ status }) => status >= 400).length;
		const errors = await this.errorsOf(workflow);
		return { most: mostRequests(site), refused, errors };
	}

	private async errorsOf({ id }: SavedWorkflow): Promise<string[]> {
		const { n8n } = this.sandbox;
		const failed = (await n8n.executions(id)).filter(({ status }) => status === 'error').reverse();
		const read = failed.map(async (one) => readRunData((await n8n.execution(one.id)).data));
		return (await Promise.all(read)).map(({ resultData }) => resultData.error?.message ?? '');
	}
}
