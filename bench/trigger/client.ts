import type { IDataObject } from 'n8n-workflow';
import { poll } from '../../test/support/n8n';
import { byId } from '../../test/support/world';
import { FORM } from '../orders';
import { offer } from '../remote';

export interface Polled {
	readonly events: number;
	/** What the process has used, in milliseconds. Other work on the machine changes it less than the time. */
	readonly cpuMs: number;
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
		const before = process.cpuUsage();
		const items = await poll({ ...trigger, staticData });
		const { user, system } = process.cpuUsage(before);
		const state = Buffer.byteLength(JSON.stringify(staticData.state));
		return { events: items?.length ?? 0, cpuMs: (user + system) / 1000, state };
	},
};

export type TriggerCalls = typeof triggerCalls;

offer(triggerCalls);
