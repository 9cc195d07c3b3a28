import type { IDataObject } from 'n8n-workflow';
import { poll } from '../../test/support/n8n';
import { byId } from '../../test/support/world';
import { FORM } from '../orders';
import { offer } from '../remote';

export interface Polled {
	readonly events: number;
	readonly ms: number;
	/** The size of the state that n8n keeps, in bytes of JSON. */
	readonly state: number;
}

let trigger: Omit<Parameters<typeof poll>[0], 'staticData'>;
let staticData: IDataObject;

export const triggerCalls = {
	/** A trigger that has not polled yet. */
	begin(event: string, baseUrl: string): void {
		// Higher than any schedule needs: the pace of the site must not be measured.
		const credentials = { baseUrl, apiKey: 'sandbox-key', requestsPer100Seconds: 1_000_000 };
		// Captions would cost one more request per poll with changes: the definition of the form.
		const options = { names: 'identifiers' };
		trigger = { parameters: { event, form: byId(FORM), options }, credentials };
		staticData = {};
	},

	/** Polls once in n8n's own context, reading and saving the state as JSON. */
	async poll(): Promise<Polled> {
		const started = performance.now();
		const items = await poll({ ...trigger, staticData });
		const ms = performance.now() - started;
		const state = Buffer.byteLength(JSON.stringify(staticData.state));
		return { events: items?.length ?? 0, ms, state };
	},
};

export type TriggerCalls = typeof triggerCalls;

offer(triggerCalls);
