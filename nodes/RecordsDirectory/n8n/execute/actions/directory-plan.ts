import type { IDataObject } from 'n8n-workflow';
import { lacking, repeated } from '../../../core/directory/checks';
import { wavesOf } from '../../../core/directory/waves';
import { codeOf, planOf, type Plan, type Planned } from '../../../core/directory/plan';
import { upsertedRow } from '../../../core/directory/output';
import { Failure } from '../../../core/request/failure';
import type { Row } from '../../../core/json';
import { PAGE_LIMIT } from '../../../core/values/validate';
import type { Refusal } from '../../../core/values/input-error';
import { rowsOf } from '../../../core/request/reply';
import { bodyOf, requestOf } from '../../../core/request/request';
import { wholeBody } from '../../../core/request/full-update';
import { collected } from '../../transport/list-reader';
import type { Checked, Fail, Job, Step } from '../job';
import { idleStep, importSteps, type Subjected } from './steps';

/** Entries matched by code with one pass over the list; only what is new or differs is sent. */
export async function directoryUpsertSteps(
	job: Job,
	root: string,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const plan = await directoryPlan(job, checked, fail);
	return planSteps(job, root, plan, upsertedRow);
}

/** The plan for the input items; those that cannot be part of it fail. */
export async function directoryPlan(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Plan> {
	const { operation, resource } = job.entry;
	const all = checked.map(({ item, values }) => {
		const body = bodyOf(operation, values);
		return { item, code: codeOf(body), body };
	});
	const wanted = without(all, repeated(all), fail);
	const listed = wanted.length > 0 ? await listOf(job) : [];
	const plan = planOf(operation, resource.entity, wanted, listed);
	const unready = lacking(resource, operation, plan.planned);
	return { ...plan, planned: without(plan.planned, unready, fail) };
}

function without<T extends { readonly item: number }>(
	all: readonly T[],
	refusals: ReadonlyMap<number, Refusal>,
	fail: Fail,
): T[] {
	for (const [item, refusal] of refusals) fail(item, refusal);
	return all.filter(({ item }) => !refusals.has(item));
}

/** Passes over a list whose entries do not stand still; more are no use. */
const MOST_PASSES = 5;

/**
 * The whole list. Where it has several pages, an entry that goes between two requests moves others up,
 * and hides one: it would be taken for new. So it is read until two passes show the same codes; an entry
 * that went while one was read is in one of them only.
 */
async function listOf(job: Job): Promise<readonly Row[]> {
	let before: readonly Row[] | undefined;
	for (let pass = 1; pass <= MOST_PASSES; pass++) {
		const listed = await listOnce(job);
		if (listed.length < PAGE_LIMIT || (before && isAlike(before, listed))) return listed;
		before = listed;
	}
	throw new Failure({
		kind: 'service',
		message: 'The list changed each time that it was read, so it is not certain what is new',
	});
}

const isAlike = (some: readonly Row[], others: readonly Row[]): boolean => {
	const codes = new Set(some.map(codeOf));
	return some.length === others.length && others.every((row) => codes.has(codeOf(row)));
};

async function listOnce({ client, entry: { resource } }: Job): Promise<readonly Row[]> {
	const { getAll: operation } = resource.operations;
	return operation ? await collected(client, { resource, operation }, {}) : [];
}

/** What is unchanged first, as nothing can go wrong there; then the imports. */
export function planSteps(
	job: Job,
	root: string,
	plan: Plan,
	rowOf: (one: Planned) => Row,
): Step[] {
	const entryOf = (one: Planned) => ({ subject: one.item, body: one.body, row: rowOf(one) });
	const unchanged = plan.planned.filter(({ action }) => action === 'unchanged');
	return [
		idleStep(job, unchanged.map(entryOf)),
		...wavesOf(plan).flatMap((wave) => entrySteps(job, root, wave.map(entryOf))),
	];
}

/** Entries of the directory, whole, as imports send them. */
export const entrySteps = (
	job: Job,
	root: string,
	entries: ReadonlyArray<Subjected & { readonly body: Row }>,
): Step[] =>
	importSteps(job, entries, {
		root,
		pathOf: () => job.entry.operation.path,
		subjectOf: ({ subject }) => subject,
		bodyOf: ({ body }) => body,
		rowsOf: ({ row }) => [row],
	});

/** Entries read and sent back whole, with some properties set. */
export const rewriteSteps = (
	{ entry, client }: Job,
	sets: Row,
	checked: readonly Checked[],
): Step[] =>
	checked.map(({ item, values }) => ({
		items: [item],
		async work() {
			const { operation, resource } = entry;
			const { get = operation, update = operation } = resource.operations;
			const request = requestOf(operation, values);
			const read = await client.send({ method: 'GET', path: request.path, query: {} });
			const [entity = {}] = rowsOf(resource, get, values, read);
			const body = wholeBody(update, entity, { ...request.body, ...sets });
			const reply = await client.send({ ...request, body });
			const rows = rowsOf(resource, operation, values, reply);
			return [rows.map((row) => ({ json: row as IDataObject, pairedItem: { item } }))];
		},
	}));
