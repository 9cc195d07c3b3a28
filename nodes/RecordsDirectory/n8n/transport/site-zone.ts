import { SiteZone } from '../../core/values/time-zone';
import { CREDENTIAL, type Context } from './context';

/** Returns the time zone of the credential, else that of the workflow. */
export async function siteZoneOf(context: Context): Promise<SiteZone> {
	// Problems of the credential are reported when the client is made.
	const { timeZone } = await context
		.getCredentials<{ timeZone?: unknown }>(CREDENTIAL)
		.catch(() => ({ timeZone: undefined }));
	return new SiteZone(timeZone, context.getTimezone());
}
