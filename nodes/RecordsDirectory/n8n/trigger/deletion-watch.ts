import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { fingerprint } from '../../core/fingerprint';
import { idIn, type Id } from '../../core/id';
import { ignoring } from '../../core/request/failure';
import { objectIn } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import { DeletionPoll } from '../../core/trigger/deletions/deletions';
import {
	deletionId,
	type DeletionPageRequest,
	type DeletionEvent,
	type DeletionReply,
	type DeletionState,
	type UnreadRecord,
} from '../../core/trigger/deletions/types';
import { deletionIn, mustSayDeletion, unclearDeletion } from '../../core/request/deletion';
import { answerPoll, FIRST_READING, MORE_THAN_ONE_POLL, onlyOfOne } from './poll-loop';
import type { PollSituation, PollResult, Watch, WatchSettings } from './watch';
import { MOST_REQUESTS, WatchedRecords } from './watched-records';

const { operations } = resources.record;

const SAMPLE_SIZE = 3;

/** Watches the records of a form for deletions. */
export class DeletionWatch implements Watch<DeletionState> {
	readonly scope: string;
	private readonly settings: WatchSettings;
	private readonly records: WatchedRecords;

	constructor(settings: WatchSettings) {
		const { client, values } = settings;
		const { form, keyword, query } = values;
		this.settings = settings;
		this.records = new WatchedRecords(settings);
		// Without the layout of the items: changing it must not cause a new baseline.
		this.scope = fingerprint([client.site, 'recordDeleted', { form, keyword, query }]);
	}

	async sample(): Promise<IDataObject[]> {
		await this.records.mustHeedKeyword();
		const { appsId } = this.records;
		const asked = { order: 'recordId:desc', page: 1, limit: SAMPLE_SIZE };
		const { rows } = (await this.records.read(asked)) ?? { rows: [] };
		return rows
			.map(objectIn)
			.slice(0, SAMPLE_SIZE)
			.map((row) => {
				const recordId = idIn(row.recordId) ?? NaN;
				const eventId = deletionId(appsId, recordId, 1);
				return { event: 'recordDeleted', eventId, appsId, recordId };
			});
	}

	async changes(
		saved: DeletionState | undefined,
		situation: PollSituation,
	): Promise<PollResult<DeletionState>> {
		const { scope, records } = this;
		// A new baseline means that a user has just chosen the settings and must see a mistake.
		if (saved?.scope !== scope) await records.mustHeedKeyword();
		const { appsId } = records;
		const { mostRemovals } = this.settings.values;
		const settings = { scope, appsId, maxRequests: MOST_REQUESTS, mostRemovals };
		const isBaseline = saved?.scope !== scope || saved.sweep?.kind === 'baseline';
		// A single read decides about an unclear record; a baseline makes none.
		const unclear = isBaseline ? 0 : 1;
		const { events, state, unread, rows, whyUnfinished } = await answerPoll(
			(pageSize) => new DeletionPoll(saved, { ...settings, pageSize }),
			(asked) =>
				asked.kind === 'page' ? this.page(asked, unclear) : this.single(asked.recordId, situation),
			situation,
		);
		if (state.sweep?.kind === 'baseline') situation.warn(FIRST_READING);
		// An empty form shows nothing about keywords, whether it was empty before or is now.
		const isFilled = saved?.listed === '' && state.listed !== '';
		if (events.length > 0 || isFilled) await records.mustHeedKeyword();
		const trace = {
			window: 'all records',
			rows,
			fresh: events.length,
			found: events,
			whyUnfinished: whyUnfinished ?? whyUnfinishedIn(state),
		};
		const learned = [state.listed, state.dead, state.hidden];
		const warnings = unread.map(cannotBeRead);
		return { items: await this.items(events), state, learned, trace, warnings };
	}

	private async page(asked: DeletionPageRequest, unclear: number): Promise<DeletionReply> {
		const noPage = asked.order === 'isDeleted:desc' ? unsortable : undefined;
		const page = await this.records.readIds(asked, noPage);
		const listed = (page?.rows ?? []).map(objectIn);
		mustSayDeletion(listed);
		return {
			kind: 'page',
			rows: listed.map((row) => ({
				// The core reports values that are not IDs.
				recordId: idIn(row.recordId) ?? NaN,
				isDeleted: deletionIn(row) ?? unclear,
			})),
		};
	}

	/** Returns the record, or nothing for 404; for any other reply, why the record cannot be read. */
	private async single(recordId: Id, situation: PollSituation): Promise<DeletionReply> {
		const { client, values } = this.settings;
		const request = requestOf(operations.get, { form: values.form, recordId });
		try {
			const reply = await client.send(request).catch(notThere);
			if (!reply) return { kind: 'record' };
			const raw = objectIn(reply.body);
			const type = deletionIn(raw);
			if (type === undefined || idIn(raw.recordId) !== recordId)
				throw unclearDeletion({ recordId });
			return { kind: 'record', record: { isDeleted: type, raw } };
		} catch (error) {
			return { kind: 'record', failure: onlyOfOne(situation)(error).message };
		}
	}

	private async items(events: readonly DeletionEvent[]): Promise<IDataObject[]> {
		const { appsId } = this.records;
		return await this.records.items(
			events.map(({ event, eventId, recordId, record }) => ({
				raw: record?.raw ?? {},
				own: { event, eventId, appsId, recordId },
			})),
		);
	}
}

const cannotBeRead = ({ recordId, why }: UnreadRecord) =>
	`Record ${recordId} may be deleted, but it cannot be read: ${why}. The trigger reads it again later.`;

/** Unconfirmed deletions and reading the whole form are left to the next poll. */
const whyUnfinishedIn = ({ pending, sweep }: DeletionState): string | undefined =>
	pending !== undefined || (sweep && sweep.kind !== 'patrol') ? MORE_THAN_ONE_POLL : undefined;

/** Only a 404 proves that a record is gone; a missing key or right (401, 403) does not. */
const notThere = ignoring(404);

/** If the service cannot sort by `isDeleted`, only the patrol finds records marked as deleted. */
const unsortable = ignoring(400);
