import { byId } from '../support/world';
import { answering } from './endless';
import { onTheWire, type Arrived, type Wire } from './wire';

export interface Named {
	readonly uniqueId: string;
	readonly caption: string;
}

export const form = { form: byId(1) };

/** Runs a test against a service whose only form has these fields, and one record with their values. */
export async function withForm<T>(
	named: readonly Named[],
	test: (credentials: Wire['credentials'], arrived: readonly Arrived[]) => Promise<T>,
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
		({ credentials, arrived }) => test(credentials, arrived),
	);
}
