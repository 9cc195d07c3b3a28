import { keptIn, merged, needsCurrent } from '../../../core/form/merge';
import type { JsonObject } from '../../../core/json';
import { wholeBody } from '../../../core/request/full-update';
import { objectIn, rowsOf } from '../../../core/request/reply';
import type { ApiRequest } from '../../../core/request/request';
import { recordValuesIn, formIn, type Values } from '../../../core/values/validate';
import type { Job } from '../job';

/** What an update holds beside the changes: a read of the same path brings it. */
export interface Completion {
	isNeeded(values: Values): Promise<boolean>;
	/** The request with it. */
	completed(values: Values, request: ApiRequest): Promise<ApiRequest>;
}

/** Everything else that the entity holds, where that is wanted, or where some of its properties are to be set. */
export const entityCompletion = (job: Job, sets?: JsonObject): Completion => ({
	isNeeded: async ({ keepOthers }) => sets !== undefined || keepOthers === true,
	async completed(values, request) {
		const { operation, resource } = job.entry;
		const { update = operation } = resource.operations;
		const entity = await readAt(job, values, request.path);
		return { ...request, body: wholeBody(update, entity, { ...request.body, ...sets }) };
	},
});

/** The values of a record that its form, or the person, wants in every update. */
export const recordCompletion = (job: Job): Completion => ({
	async isNeeded(values) {
		const kept = keptIn(values);
		if (!values.mapped && kept === 'keys') return false;
		return needsCurrent(await job.forms(formIn(values)), recordValuesIn(values), kept);
	},
	async completed(values, request) {
		const fields = await job.forms(formIn(values));
		const current = objectIn((await readAt(job, values, request.path)).record);
		const whole = merged(fields, current, {
			changes: recordValuesIn(values),
			kept: keptIn(values),
		});
		return { ...request, body: { ...request.body, record: await job.shaped(fields, whole) } };
	},
});

async function readAt({ client, entry }: Job, values: Values, path: string): Promise<JsonObject> {
	const { resource } = entry;
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && rowsOf({ resource, operation }, values, reply)[0]) ?? {};
}
