import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { isRow } from '../core/json';

/** What was entered for a parameter, with its expressions worked out for an input item. */
export type Given = (name: string, item: number, fallback: unknown) => unknown;

/**
 * What a person entered for an execution. n8n takes tens of microseconds to work out a parameter, most
 * of the time of a large import, so it is asked only where items can differ.
 */
export function givenTo(context: IExecuteFunctions): Given {
	const entered = context.getNode().parameters;
	const items = context.getInputData();
	const alike = new Map<string, unknown>();
	return (name, item, fallback) => {
		const as = entered[name];
		if (typeof as === 'string' && WHOLE_ITEM.test(as)) return items[item]?.json;
		if (hasExpression(as)) return context.getNodeParameter(name, item, fallback);
		if (!alike.has(name)) alike.set(name, context.getNodeParameter(name, item, fallback));
		return alike.get(name);
	};
}

/** What a person entered for a trigger. */
export const givenToTrigger =
	(context: IPollFunctions) =>
	(name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);

const WHOLE_ITEM = /^=\s*\{\{\s*\$json\s*\}\}\s*$/;

function hasExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	if (Array.isArray(entered)) return entered.some(hasExpression);
	return isRow(entered) && Object.values(entered).some(hasExpression);
}
