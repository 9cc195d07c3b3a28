import type { IDataObject } from 'n8n-workflow';
import type { OutputSchema } from '../../scripts/schemas';

/** What of an output is not as its schema says; null fits everything. */
export function misfits(
	{ properties }: OutputSchema,
	json: IDataObject,
	isOpen = false,
): readonly string[] {
	return Object.entries(json)
		.filter(([name]) => !isOpen || name in properties)
		.filter(([name, value]) => value !== null && properties[name]?.type !== typeOf(value))
		.map(([name, value]) => `${name} is ${typeOf(value)}, not ${properties[name]?.type}`);
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
