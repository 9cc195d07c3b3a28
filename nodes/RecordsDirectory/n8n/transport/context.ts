import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** The contexts of n8n that can send requests: an execution, a poll, a list in the editor. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Newer and older versions of n8n offer different contexts, so the signal may be missing. */
export const cancelSignalOf = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

export const CREDENTIAL = 'recordsDirectoryApi';
