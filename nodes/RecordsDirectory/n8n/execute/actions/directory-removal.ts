import type { JsonObject } from '../../../core/json';
import { InputError } from '../../../core/values/input-error';
import { toRequest, writableFields } from '../../../core/request/request';
import type { SyncSettings } from '../../../core/directory/sync-settings';
import { valuesToSendBack } from '../../../core/directory/plan';
import { setsOf } from './completion';
import { entrySteps } from './directory-plan';
import type { Job, Step } from '../job';
import { orGone } from './look-up';
import { stepOf, type Subjected } from './steps';

export interface Leaving extends Subjected {
	readonly entry: JsonObject;
}

/** Returns what the operation Retire of the resource sets, if there is one. */
export const retirementOf = ({ entry }: Job): JsonObject | undefined =>
	setsOf(entry.resource.operations.retire);

/** Makes the steps that retire entries (100 per request) or delete them (1 per request), in order. */
export function removalSteps(
	job: Job,
	removal: SyncSettings['removal'],
	leaving: readonly Leaving[],
): Step[] {
	const { operation, resource } = job.entry;
	if (removal === 'retire') {
		const fields = writableFields(operation);
		const whole = ({ entry }: Leaving) => valuesToSendBack(fields, entry);
		return entrySteps(
			job,
			leaving.map((one) => ({ ...one, body: { ...whole(one), ...retirementOf(job) } })),
		);
	}
	const { delete: deletion } = resource.operations;
	if (removal === 'missing' || !deletion) return [];
	return leaving.map((one) =>
		stepOf(job, [one], () =>
			// An entry that is gone meanwhile is as the sync wants it.
			orGone(job.client.send(toRequest(deletion, { code: one.subject }))),
		),
	);
}

/** Lets nothing be removed if an earlier step failed. */
export function removalsAfter(before: readonly Step[], removals: readonly Step[]): Step[] {
	let isBroken = false;
	return [
		...before.map((step) => ({
			...step,
			work: () =>
				step.work().catch((error: unknown) => {
					isBroken = true;
					throw error;
				}),
		})),
		...removals.map((step) => ({
			...step,
			work: () => (isBroken ? Promise.reject(kept()) : step.work()),
		})),
	];
}

const kept = () =>
	new InputError(
		'Not removed because an earlier request failed',
		'Correct the items that have an error of their own, and run the node again.',
	);
