import { zoneOf, type SiteZone } from '../../core/values/time-zone';
import { CREDENTIAL, type Context } from './context';

/** The zone that the credential names, else that of the workflow. */
export async function siteZoneOf(context: Context): Promise<SiteZone> {
	// What is wrong with a credential is said when the client is made of it.
	const named = await context
		.getCredentials<{ timeZone?: unknown }>(CREDENTIAL)
		.then(({ timeZone }) => zoneOf(timeZone))
		.catch(() => undefined);
	let isConverted = false;
	return {
		zone: named ?? context.getTimezone(),
		named,
		onConversion: () => void (isConverted = true),
		hasConverted: () => isConverted,
	};
}
