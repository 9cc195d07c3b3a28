import type { IExecuteFunctions } from 'n8n-workflow';
import { zoned } from '../../core/form/zoned';
import type { Row } from '../../core/json';
import { Refusal } from '../../core/values/input-error';
import type { SiteZone } from '../../core/values/time-zone';
import { formIn, type Values } from '../../core/values/validate';
import { hint } from './hints';
import type { Job } from './job';

/** Throws a `Refusal` for times that are wanted with an offset which nobody knows. */
export function mustKnowZone({ named }: SiteZone, { timesWithOffset }: Values): void {
	if (timesWithOffset !== true || named !== undefined) return;
	throw new Refusal(
		"'Times with Offset' needs the time zone of the site",
		"Enter it as 'Time Zone' in the credential, such as Asia/Tokyo, or remove the option.",
	);
}

/** How the times of rows become ISO 8601 with offset, where that is wanted. */
export async function timesOf(job: Job, values: Values): Promise<(row: Row) => Row> {
	if (values.timesWithOffset !== true) return (row) => row;
	const isRecord = 'record' in job.entry.resource.entity;
	return zoned(isRecord ? await job.forms(formIn(values)) : [], job.zone.zone);
}

/** Tells in which zone moments were written where nobody has named that of the site. */
export function adviseZone(context: IExecuteFunctions, zone: SiteZone): void {
	if (zone.named !== undefined || !zone.hasConverted()) return;
	hint(
		context,
		`Times were converted to ${zone.zone}, the time zone of this workflow. If the site has another one, enter it as 'Time Zone' in the credential.`,
	);
}
