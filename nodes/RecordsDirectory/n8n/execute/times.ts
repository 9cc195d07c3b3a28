import type { IExecuteFunctions } from 'n8n-workflow';
import type { SiteZone } from '../../core/values/time-zone';
import { hint } from './hints';

/** Hints at the time zone that was used, if the credential has none. */
export function adviseZone(context: IExecuteFunctions, zone: SiteZone): void {
	if (zone.named !== undefined || !zone.hasConverted()) return;
	hint(
		context,
		`Times were converted to ${zone.zone}, the time zone of this workflow. If the site has another one, enter it as 'Time Zone' in the credential.`,
	);
}
