import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Entry } from '../api';
import type { Values } from '../core/limits';
import type { Client } from './client';

/** What one execution works with: the chosen operation and the site's client. */
export interface Job {
	readonly context: IExecuteFunctions;
	readonly entry: Entry;
	readonly client: Client;
}

/** An input item whose values keep the document's bounds. */
export interface Checked {
	readonly item: number;
	readonly values: Values;
}

/** Input items that go to the service together; `work` gives the outputs of each, in their order. */
export interface Step {
	readonly items: readonly number[];
	work(): Promise<ReadonlyArray<readonly INodeExecutionData[]>>;
}
