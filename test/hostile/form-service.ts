import type { INodeParameters } from 'n8n-workflow';
import { executeWithHints } from '../support/n8n';
import { byId } from '../support/world';
import { answering } from './endless';
import { onTheWire, type Arrived, type Wire } from './wire';

export interface Named {
	readonly uniqueId: string;
	readonly caption: string;
}

export const form = { form: byId(1) };
export const create = { resource: 'record', operation: 'create', ...form };
export const asJson = { ...create, specifyRecord: 'json', recordJson: '={{ $json.record }}' };
export const mapped = { ...create, recordMapper: { mappingMode: 'autoMapInputData', value: null } };

/** What a run sends to a service whose form has these fields, or how it fails. */
export async function outcomeOf(
	parameters: INodeParameters,
	json: object,
	fields: readonly object[],
) {
	const page = (target: string) => {
		const { searchParams } = new URL(target, 'http://x');
		const [number, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name)));
		return fields.slice((number! - 1) * limit!, number! * limit!);
	};
	return await onTheWire(
		({ target }) =>
			target.includes('/fields')
				? { body: { fields: page(target) } }
				: { status: 201, body: { recordId: 1 } },
		async ({ credentials, arrived }) => {
			const items = [{ json: json as never }];
			const ended = await executeWithHints({ parameters, credentials, items }).then(
				({ hints }) => ({ hints: hints.map(({ message }) => message).join(), message: '' }),
				({ message, description }: { message: string; description?: string }) => ({
					hints: '',
					message,
					description,
				}),
			);
			const written = arrived.filter(({ method }) => method !== 'GET');
			expect(written).toHaveLength(ended.message === '' ? 1 : 0);
			return { description: '', ...ended, sent: written[0] };
		},
	);
}

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
