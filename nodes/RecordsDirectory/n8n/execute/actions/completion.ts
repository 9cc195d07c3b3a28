import type { Operation } from '../../../api/define';
import { mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import type { JsonObject } from '../../../core/json';
import { objectIn, toRows } from '../../../core/request/reply';
import { type ApiRequest, wholeBody } from '../../../core/request/request';
import { formIn, type Values } from '../../../core/values/validate';
import type { Job } from '../job';

/** Adds values to an update that it must contain besides the changes; they are read from the same path. */
export interface Completion {
	isNeeded(values: Values): Promise<boolean>;
	/** Returns the request with the added values. */
	completed(values: Values, request: ApiRequest): Promise<ApiRequest>;
}

/** Returns what a rewrite sets. */
export const setsOf = (operation: Operation | undefined): JsonObject | undefined =>
	operation?.runs.kind === 'rewrite' ? operation.runs.sets : undefined;

/** Adds all other values of the entity if the user wants that, or to a rewrite, with what it sets. */
export const entityCompletion = (job: Job): Completion => ({
	isNeeded: async ({ keepOthers }) =>
		keepOthers === true || job.entry.operation.runs.kind === 'rewrite',
	async completed(values, request) {
		const { operation, resource } = job.entry;
		const { update = operation } = resource.operations;
		const entity = await readAt(job, values, request.path);
		const body = { ...request.body, ...setsOf(operation) };
		return { ...request, body: wholeBody(update, entity, body) };
	},
});

/** Adds the values of a record that its form requires, or the user wants, in every update. */
export const recordCompletion = (job: Job): Completion => ({
	async isNeeded(values) {
		if (!values.mapped && !values.wholeRecord) return false;
		return needsCurrent(await job.forms(formIn(values)), updateIn(values));
	},
	async completed(values, request) {
		const fields = await job.forms(formIn(values));
		const current = objectIn((await readAt(job, values, request.path)).record);
		const whole = mergedRecord(fields, current, updateIn(values));
		return {
			...request,
			body: { ...request.body, record: await job.withSelections(fields, whole) },
		};
	},
});

const updateIn = ({ record = {}, wholeRecord }: Values) => ({
	changes: record,
	isWhole: wholeRecord,
});

async function readAt({ client, entry }: Job, values: Values, path: string): Promise<JsonObject> {
	const { resource } = entry;
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && toRows({ resource, operation }, values, reply)[0]) ?? {};
}
