import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** The places of n8n from which requests are sent: an execution, a poll, a list in the editor. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Newer and older n8n differ in what a context offers; what is missing is done without. */
export const cancelSignalOf = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

export const CREDENTIAL = 'recordsDirectoryApi';
