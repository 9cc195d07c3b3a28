import fc from 'fast-check';
import type { PageReply } from '../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type { PageRequest } from '../../../nodes/RecordsDirectory/core/listing/walk';
import { seedOr, times } from '../../support/effort';
import { byId } from '../../support/world';
import { ChangeLife } from '../../simulation/changes';
import { DeletionLife } from '../../simulation/deletions';
import { FieldsLife } from '../../simulation/fields';
import { liveInN8n } from '../../simulation/in-n8n';
import type { Outcome } from '../../simulation/life';
import { NoticeLife } from '../../simulation/notices';
import { SCENARIOS } from '../../simulation/plans';

/*
 * Promises 20, 24 and 25: n8n that starts again, publishes again, or takes over between polls and in the middle of one loses and
 * repeats nothing. The lives are those of test/simulation, with n8n around the trigger.
 */

const HOUR = 3_600_000;
jest.setTimeout(HOUR);

/**
 * What n8n decides, not the plan: pages of 1,000 rows, a poll a minute, and as many requests as it takes, none so slow that the poll
 * is given up.
 */
const inN8n = {
	pageSize: 1_000,
	maxRequests: 1_000,
	interval: 60,
	latency: 1,
	restarts: 0,
};

const ofForm = { form: byId(7), simplify: false };
const pageIn = (query: URLSearchParams): PageRequest => ({
	order: query.get('order') as PageRequest['order'],
	page: Number(query.get('page')),
	limit: Number(query.get('limit')),
});

const recordsIn = ({ rows }: PageReply) => ({ records: rows.map(({ raw }) => raw) });
const FIELDS = [{ fieldId: 1, fieldType: 'text', caption: 'Note', uniqueId: 'note' }];
const listing = (life: ChangeLife | FieldsLife) => (path: string, query: URLSearchParams) => {
	if (path.startsWith('/apps/forms/')) return {};
	return path.endsWith('/fields') ? { fields: FIELDS } : recordsIn(life.answer(pageIn(query)));
};

/** Lives as planned, except what n8n decides. */
const holds = async <Plan extends object>(
	plans: fc.Arbitrary<Plan>,
	live: (plan: Plan & typeof inN8n) => Promise<Outcome>,
) =>
	await fc.assert(
		fc.asyncProperty(plans, async (plan) => {
			expect((await live({ ...plan, ...inN8n })).faults).toEqual([]);
		}),
		{ numRuns: times(40), seed: seedOr(20_261) },
	);

const { changes, starts, fields, deletions, notices } = SCENARIOS;

test('each change of a record comes once', async () =>
	await holds(changes['1 and 2: no loss, no repeat, every hardship at once'], async (plan) => {
		const { event, overlap } = plan;
		const life = new ChangeLife(plan);
		const options = { names: 'identifiers', overlap };
		return await liveInN8n(life, listing(life), { ...ofForm, event, options });
	}));

test('each existing record comes once', async () =>
	await holds(
		starts['19: existing records since a time, requests that fail and older states'],
		async (plan) => {
			const { event, overlap } = plan;
			const life = new ChangeLife(plan);
			const options = { names: 'identifiers', overlap, existingSince: life.since };
			return await liveInN8n(life, listing(life), { ...ofForm, event, options });
		},
	));

test('each change of a status comes once', async () =>
	await holds(fields['18: watched fields, a first reading over several polls'], async (plan) => {
		const life = new FieldsLife({ ...plan, event: 'recordUpdated' }, ['status']);
		const options = { names: 'identifiers', overlap: plan.overlap };
		const event = 'recordStatusChanged';
		return await liveInN8n(life, listing(life), { ...ofForm, event, options });
	}));

test('each change of watched fields comes with the values before and after it', async () =>
	await holds(fields['18: watched fields, a first reading over several polls'], async (plan) => {
		const life = new FieldsLife(plan);
		const { event, overlap } = plan;
		const options = { names: 'identifiers', overlap, watchedFields: 'status,note' };
		return await liveInN8n(life, listing(life), { ...ofForm, event, options });
	}));

test('each deletion comes once', async () =>
	await holds(deletions['17: deletions, records that come back'], async (plan) => {
		const dialect = { ...plan.dialect, date: 'same' as const };
		const life = new DeletionLife({ ...plan, dialect, patrolEvery: 20 });
		const answer = (path: string, query: URLSearchParams) => {
			if (path.endsWith('/fields')) return { fields: [] };
			const recordId = Number(path.split('/')[4]);
			if (!recordId) return recordsIn(life.service.reply(pageIn(query)));
			const reply = life.answer({ kind: 'record', recordId });
			return reply.kind === 'record' ? reply.record?.raw : undefined;
		};
		const { form } = ofForm;
		return await liveInN8n(life, answer, { event: 'recordDeleted', form, options: {} });
	}));

test('each change of a count comes once', async () =>
	await holds(notices['notices: counts that rise and fall'], async (plan) => {
		const life = new NoticeLife(plan);
		const [first, ...moreCodes] = life.service.watched;
		const answer = (path: string) => {
			const code = path.split('/').at(-1)!;
			const apps = life.answer(code).rows.map(({ appsId, appsName, ...notice }) => ({
				appsId,
				appsName,
				icon: {},
				noticeList: [notice],
			}));
			return { code, notices: apps };
		};
		const options = moreCodes.length > 0 ? { moreCodes } : {};
		return await liveInN8n(life, answer, { event: plan.event, code: byId(first!), options });
	}));
