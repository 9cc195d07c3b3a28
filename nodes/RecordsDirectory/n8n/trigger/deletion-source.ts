import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { idIn, type Id } from '../../core/id';
import { ignoring } from '../../core/request/failure';
import { objectIn, deletionIn, unclearDeletion } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import {
	deletionId,
	DeletionPoll,
	type DeletionReply,
	type DeletionRequest,
	type DeletionsEnded,
} from '../../core/trigger/deletions/deletions';
import type { DeletionState } from '../../core/trigger/deletions/known-records';
import { requireRecordId } from '../transport/list-reader';
import {
	FIRST_READING,
	MORE_THAN_ONE_POLL,
	onlyOfOne,
	type PollContext,
	type PollSituation,
	type Report,
	type Source,
	type WatchSettings,
} from './source';
import { MOST_REQUESTS, SAMPLE_SIZE, WatchedRecords } from './watched-records';

const { operations } = resources.record;

/** The records of a form, by ID: those that are gone. */
export class DeletionSource
	implements Source<DeletionState, DeletionRequest, DeletionReply, DeletionsEnded>
{
	readonly scope: readonly unknown[];
	private readonly settings: WatchSettings;
	private readonly records: WatchedRecords;

	constructor(settings: WatchSettings) {
		const { form, keyword, query } = settings.values;
		this.settings = settings;
		this.records = new WatchedRecords(settings);
		// Without the layout of the items: changing it must not cause a new baseline.
		this.scope = [{ form, keyword, query }];
	}

	async check(): Promise<void> {
		await this.records.mustHeedKeyword();
	}

	async sample(): Promise<IDataObject[]> {
		const { appsId } = this.records;
		const asked = { order: 'recordId:desc', page: 1, limit: SAMPLE_SIZE };
		const { rows } = await this.records.read(asked);
		return rows.slice(0, SAMPLE_SIZE).map((row) => {
			const recordId = requireRecordId(row);
			const eventId = deletionId(appsId, recordId, 1);
			return { event: 'recordDeleted', eventId, appsId, recordId };
		});
	}

	start({ saved }: PollContext<DeletionState>, pageSize: number): DeletionPoll {
		const { mostRemovals } = this.settings.values;
		const { appsId } = this.records;
		return new DeletionPoll(saved, { appsId, maxRequests: MOST_REQUESTS, mostRemovals, pageSize });
	}

	async answer(
		asked: DeletionRequest,
		context: PollContext<DeletionState>,
	): Promise<DeletionReply> {
		if (asked.kind === 'record') return await this.single(asked.recordId, context);
		// A single read decides about an unclear record; a baseline makes none.
		const { saved } = context;
		const unclear = saved === undefined || saved.sweep?.kind === 'baseline' ? 0 : 1;
		const noPage = asked.order === 'isDeleted:desc' ? unsortable : undefined;
		const { rows } = await this.records.readIds(asked, noPage);
		return {
			kind: 'page',
			rows: rows.map((row) => ({
				recordId: requireRecordId(row),
				isDeleted: deletionIn(row) ?? unclear,
			})),
		};
	}

	async report(
		{ events, state, unread }: DeletionsEnded,
		{ saved, warn }: PollContext<DeletionState>,
	): Promise<Report> {
		const { appsId } = this.records;
		if (state.sweep?.kind === 'baseline') warn(FIRST_READING);
		// An empty form shows nothing about keywords, whether it was empty before or is now.
		const isFilled = saved?.listed === '' && state.listed !== '';
		if (events.length > 0 || isFilled) await this.records.mustHeedKeyword();
		const found = events.map(({ event, eventId, recordId, record }) => ({
			raw: record?.raw ?? {},
			own: { event, eventId, appsId, recordId },
		}));
		return {
			items: await this.records.items(found),
			window: 'all records',
			whyUnfinished: whyUnfinishedIn(state),
			learned: [state.listed, state.dead, state.hidden],
			warnings: unread.map(cannotBeRead),
		};
	}

	/** Returns the record, or nothing for 404; for any other reply, why the record cannot be read. */
	private async single(recordId: Id, situation: PollSituation): Promise<DeletionReply> {
		const { client, values } = this.settings;
		const request = toRequest(operations.get, { form: values.form, recordId });
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
}

const cannotBeRead = ({ recordId, why }: DeletionsEnded['unread'][number]) =>
	`Record ${recordId} may be deleted, but it cannot be read: ${why}. The trigger reads it again later.`;

/** Unconfirmed deletions and reading the whole form are left to the next poll. */
const whyUnfinishedIn = ({ pending, sweep }: DeletionState): string | undefined =>
	pending !== undefined || (sweep && sweep.kind !== 'patrol') ? MORE_THAN_ONE_POLL : undefined;

/** Only a 404 proves that a record is gone; a missing key or right (401, 403) does not. */
const notThere = ignoring(404);

/** If the service cannot sort by `isDeleted`, only the patrol finds records marked as deleted. */
const unsortable = ignoring(400);
