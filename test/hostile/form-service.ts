import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/world';
import { answering } from './endless';
import { anyText } from './texts';
import { onTheWire, type Arrived } from './wire';

export interface Named {
	readonly uniqueId: string;
	readonly caption: string;
}

export const form = { form: byId(1) };

/** Runs a test against a service whose only form has these fields, and one record with their values. */
export async function withForm<T>(
	named: readonly Named[],
	test: (credentials: IDataObject, arrived: readonly Arrived[]) => Promise<T>,
): Promise<T> {
	const fields = named.map((one, n) => ({ ...one, fieldId: n + 1, fieldType: 'text' }));
	const rows = fields.map((one) => ({ ...one, recordId: one.fieldId }));
	const record = Object.fromEntries(
		named
			.filter(({ uniqueId }) => typeof uniqueId === 'string')
			.map(({ uniqueId }) => [uniqueId, `of ${uniqueId}`]),
	);
	const list = answering(() => rows);
	return await onTheWire(
		(request) =>
			/\/records\/1$/.test(request.target) ? { body: { recordId: 1, record } } : list(request),
		({ url, arrived }) =>
			test({ baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 }, arrived),
	);
}

export const fieldsOf = fc
	.uniqueArray(fc.record({ uniqueId: anyText, caption: anyText }), {
		selector: ({ uniqueId }) => uniqueId,
		minLength: 1,
		maxLength: 6,
	})
	.filter((all) => all.every(({ uniqueId }) => uniqueId.trim() === uniqueId));
