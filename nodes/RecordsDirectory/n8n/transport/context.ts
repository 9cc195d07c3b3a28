import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { SiteZone } from '../../core/values/moment';

/** The contexts of n8n that can send requests: an execution, a poll, a list in the editor. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Newer and older versions of n8n offer different contexts, so the signal may be missing. */
export const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

export const CREDENTIAL = 'recordsDirectoryApi';

/** Returns the time zone of the credential, else that of the workflow. */
export async function readSiteZone(context: Context): Promise<SiteZone> {
	// Problems of the credential are reported when the client is made.
	const { timeZone } = await context
		.getCredentials<{ timeZone?: unknown }>(CREDENTIAL)
		.catch(() => ({ timeZone: undefined }));
	return new SiteZone(timeZone, context.getTimezone());
}
