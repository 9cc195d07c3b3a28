import { SiteZone } from '../../core/values/time-zone';
import { CREDENTIAL, type Context } from './context';

/** The zone that the credential names, else that of the workflow. */
export async function siteZoneOf(context: Context): Promise<SiteZone> {
	// What is wrong with a credential is said when the client is made of it.
	const { timeZone } = await context
		.getCredentials<{ timeZone?: unknown }>(CREDENTIAL)
		.catch(() => ({ timeZone: undefined }));
	return new SiteZone(timeZone, context.getTimezone());
}
