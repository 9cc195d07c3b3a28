import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import type { PageReply } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import type { NoticeEvent } from '../../nodes/RecordsDirectory/core/trigger/notices';
import { seedOr, times } from '../support/effort';
import { byId } from '../support/world';
import { scenarios as deletionPlans } from './deletions-plans';
import { DeletionLife, type DeletionEvent, type Plan as DeletionPlan } from './deletions-run';
import { faultsOf, faultsOfChanges } from './faults';
import { scenarios as fieldPlans } from './fields-plans';
import { FieldsLife, fieldOf, type Plan as FieldPlan } from './fields-run';
import { liveInN8n } from './in-n8n';
import { scenarios as noticePlans } from './notices-plans';
import { NoticeLife, type Plan as NoticePlan } from './notices-run';
import { everything } from './plans';
import { Run, type Plan as ChangePlan } from './run';
import { scenarios as startPlans } from './start-plans';
import { StartLife, type Plan as StartPlan } from './start-run';

/*
 * Promises 20, 24 and 25: n8n that starts again, publishes again, or takes over between polls and in the middle of one loses and
 * repeats nothing.
 */

const FORM = 7;
/** Minutes in which something happens to the trigger. */
const SHARE = 0.2;
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
	machineError: 0,
};

const dateOf = ({ service }: { readonly service: { readonly now: number } }) =>
	Date.UTC(2026, 0, 15, 3) + service.now * 1000;
const options = (more: INodeParameters): INodeParameters => ({ names: 'identifiers', ...more });
const pageIn = (query: URLSearchParams): PageRequest => ({
	order: query.get('order') as PageRequest['order'],
	page: Number(query.get('page')),
	limit: Number(query.get('limit')),
});
const rowIn = (item: IDataObject) => ({
	recordId: Number(item.recordId),
	createdAt: String(item.createdAt),
	updatedAt: String(item.updatedAt),
	isDeleted: item.isDeleted !== 0,
	raw: item,
});

/** A list of records, and when it was made. */
function listing(answer: (ask: PageRequest) => PageReply) {
	let date: number | undefined;
	return {
		date: () => date,
		answer(_: string, query: URLSearchParams) {
			const { rows, moment } = answer(pageIn(query));
			date = moment?.date;
			return { records: rows.map(({ raw }) => raw) };
		},
		eventIn: (item: IDataObject) => ({
			event: item.event as RecordEvent['event'],
			eventId: String(item.eventId),
			row: rowIn(item),
		}),
	};
}

const changesOf = (life: Run, more: INodeParameters = {}) => {
	const { kind, overlap } = life.plan;
	const parameters = {
		event: kind,
		form: byId(FORM),
		simplify: false,
		options: options({ overlap, ...more }),
	};
	return { parameters, ...listing((ask) => life.answer(ask)) };
};

async function changes(plan: ChangePlan): Promise<string[]> {
	const life = new Run(plan);
	return faultsOfChanges(await liveInN8n(life, changesOf(life), SHARE), plan);
}

async function starts(plan: StartPlan): Promise<string[]> {
	const life = new StartLife(plan);
	const surroundings = changesOf(life, { existingSince: life.settings().since });
	return faultsOfChanges(await liveInN8n(life, surroundings, SHARE), plan);
}

/** Of the watched values, the trigger saves the status as it is. */
async function statuses(plan: FieldPlan): Promise<string[]> {
	const life = new FieldsLife(plan);
	const { answer, eventIn, date } = listing((ask) => life.answer(ask));
	const outcome = await liveInN8n(
		life,
		{
			parameters: {
				event: 'recordStatusChanged',
				form: byId(FORM),
				simplify: false,
				options: options({ overlap: plan.overlap }),
			},
			date,
			answer(path, query) {
				const { records } = answer(path, query) as { records: { record: { revision: number } }[] };
				return {
					records: records.map((raw) => ({ ...raw, status: fieldOf(raw.record.revision) })),
				};
			},
			eventIn: (item) => ({
				...eventIn(item),
				event: 'recordUpdated' as const,
				previous: String(item.previousStatus),
			}),
		},
		SHARE,
	);
	return faultsOf(outcome, plan);
}

async function deletions(plan: DeletionPlan): Promise<string[]> {
	const life = new DeletionLife(plan);
	const time = '2026-01-15 03:00:00';
	const outcome = await liveInN8n(
		life,
		{
			parameters: { event: 'recordDeleted', form: byId(FORM), options: {} },
			date: () => dateOf(life),
			answer(path, query) {
				if (path.endsWith('/fields')) return { fields: [] };
				const recordId = Number(path.split('/')[4]);
				const asked = recordId
					? ({ kind: 'record', recordId } as const)
					: ({ kind: 'page', ...pageIn(query) } as const);
				const reply = life.answer(asked);
				const whole = (row: object) => ({ createdAt: time, updatedAt: time, record: {}, ...row });
				if (reply.kind === 'page') return { records: reply.rows.map(whole) };
				return reply.record && whole({ recordId, isDeleted: reply.record.isDeleted });
			},
			eventIn: (item) => item as unknown as DeletionEvent,
		},
		SHARE,
	);
	return faultsOf(outcome, plan);
}

async function notices(plan: NoticePlan): Promise<string[]> {
	const life = new NoticeLife(plan);
	const [first, ...moreCodes] = life.service.watched;
	const outcome = await liveInN8n(
		life,
		{
			parameters: {
				event: plan.event,
				code: byId(first!),
				options: moreCodes.length > 0 ? { moreCodes } : {},
			},
			date: () => dateOf(life),
			answer(path) {
				const code = path.split('/').at(-1)!;
				const apps = life.answer(code).map(({ appsId, appsName, ...notice }) => ({
					appsId,
					appsName,
					icon: {},
					noticeList: [notice],
				}));
				return { code, notices: apps };
			},
			eventIn: (item) => item as unknown as NoticeEvent,
		},
		SHARE,
	);
	return faultsOf(outcome, plan);
}

/** Lives as planned, except what n8n decides. */
const holds = async <Plan extends object>(
	plans: fc.Arbitrary<Plan>,
	live: (plan: Plan & typeof inN8n) => Promise<string[]>,
) =>
	await fc.assert(
		fc.asyncProperty(plans, async (plan) => {
			expect(await live({ ...plan, ...inN8n })).toEqual([]);
		}),
		{ numRuns: times(60), seed: seedOr(20_261) },
	);

test('in n8n, each change of a record comes once', async () => await holds(everything, changes));
test('in n8n, each existing record comes once', async () =>
	await holds(
		startPlans['existing records since a time, requests that fail and older states'],
		starts,
	));
test('in n8n, each change of a status comes once', async () =>
	await holds(fieldPlans['a first reading over several polls'], (plan) =>
		statuses({ ...plan, kind: 'recordUpdated' }),
	));
test('in n8n, each deletion comes once', async () =>
	await holds(deletionPlans['records that come back'], (plan) =>
		deletions({ ...plan, patrolEvery: 20 }),
	));
test('in n8n, each change of a count comes once', async () =>
	await holds(noticePlans['counts that rise and fall'], notices));
