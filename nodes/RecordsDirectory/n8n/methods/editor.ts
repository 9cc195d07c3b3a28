import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { folded } from '../../core/values/folded';

/** A person waits for a list, and cannot stop it. */
export const IN_THE_EDITOR = { patienceMs: 5_000, timeoutMs: 30_000, longestMs: 60_000 };

/** What an input of the open node holds now. */
export const current = (context: ILoadOptionsFunctions, name: string): unknown =>
	context.getCurrentNodeParameter(name);

/** Whether a name holds what a person typed into the search, whatever the case and width. */
export const contains = (name: string, filter = ''): boolean =>
	folded(name).includes(folded(filter));
