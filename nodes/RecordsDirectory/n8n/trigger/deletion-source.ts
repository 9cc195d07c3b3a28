import { resources } from '../../api';
import { idIn, type Id } from '../../core/id';
import { hasStatus, ignoring } from '../../core/request/failure';
import { objectIn, deletionIn, unclearDeletion } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import {
	deletionId,
	DeletionPoll,
	type DeletionReply,
} from '../../core/trigger/deletions/deletions';
import { requireRecordId } from '../transport/list-reader';
import { onlyOfOne, type PollSituation, type SourceOf, type WatchSettings } from './source';
import { SAMPLE_SIZE, watchedRecords } from './watched-records';

const { operations } = resources.record;

export function deletionSource(settings: WatchSettings): SourceOf<DeletionPoll> {
	const { client, values } = settings;
	const { form, keyword, query, mostRemovals } = values;
	const records = watchedRecords(settings);
	const { appsId } = records.pollSettings;

	/** Nothing for 404, which alone proves that a record is gone; for any other failure, why the record cannot be read. */
	const single = async (recordId: Id, situation: PollSituation): Promise<DeletionReply> => {
		try {
			const request = toRequest(operations.get, { form, recordId });
			const reply = await client.send(request).catch(ignoring(404));
			if (!reply) return { kind: 'record' };
			const raw = objectIn(reply.body);
			const type = deletionIn(raw);
			if (type === undefined || idIn(raw.recordId) !== recordId)
				throw unclearDeletion({ recordId });
			return { kind: 'record', record: { isDeleted: type !== 0, raw } };
		} catch (error) {
			return { kind: 'record', failure: onlyOfOne(situation, error).message };
		}
	};

	return {
		// Without the layout of the items: changing it must not cause a new baseline.
		scope: [{ form, keyword, query }],
		check: records.mustHeedKeyword,
		async sample() {
			const asked = { order: 'recordId:desc', page: 1, limit: SAMPLE_SIZE };
			const { rows } = await records.read(asked);
			return rows.slice(0, SAMPLE_SIZE).map((row) => {
				const recordId = requireRecordId(row);
				const eventId = deletionId(appsId, recordId, 1);
				return { event: 'recordDeleted', eventId, appsId, recordId };
			});
		},
		start({ saved }, pageSize) {
			return new DeletionPoll(saved, { ...records.pollSettings, mostRemovals, pageSize });
		},
		async answer(asked, context) {
			if (asked.kind === 'record') return await single(asked.recordId, context);
			// A single read decides about an unclear record; a baseline makes none.
			const { saved } = context;
			const unclear = saved === undefined || saved.sweep?.kind === 'baseline' ? 0 : 1;
			// If the service cannot sort by `isDeleted`, only the patrol finds records marked as deleted.
			const noPage = asked.order === 'isDeleted:desc' ? ignoring(400) : undefined;
			const reading = records.readIds(asked, noPage);
			const answered = await reading.catch((error: unknown) =>
				asked.page > 1 && hasStatus(error, 400) ? { error } : Promise.reject(error),
			);
			if ('error' in answered) return { kind: 'rejected', ...answered };
			const { rows } = answered;
			return {
				kind: 'page',
				rows: rows.map((row) => ({
					recordId: requireRecordId(row),
					isDeleted: (deletionIn(row) ?? unclear) !== 0,
				})),
			};
		},
		async items({ events, state }, { saved }) {
			// An empty form shows nothing about keywords, whether it was empty before or is now.
			const isFilled = saved?.listed === '' && state.listed !== '';
			if (events.length > 0 || isFilled) await records.mustHeedKeyword();
			return await records.items(
				events.map(({ event, eventId, recordId, record }) => ({
					raw: record?.raw ?? {},
					own: { event, eventId, appsId, recordId },
				})),
			);
		},
	};
}
