import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { isJsonObject, type JsonObject } from '../../core/json';

/** Returns the value of a parameter, with its expressions evaluated for an input item. */
export interface Given {
	(name: string, item: number, fallback: unknown): unknown;
	/** Returns what was entered, with expressions as they are written. */
	written(name: string): unknown;
	/** Whether no parameter has an expression, so that all items have the same values. */
	readonly isAlike: boolean;
}

/**
 * Reads the parameters of an execution. n8n takes tens of microseconds per parameter, most of the time of a
 * large import, so values that cannot differ are read once.
 */
export function givenTo(context: IExecuteFunctions): Given {
	// n8n copies the whole node with each call.
	const entered: JsonObject = context.getNode().parameters;
	const items = context.getInputData();
	const namesWith = (isOne: (as: unknown) => boolean) =>
		new Set(Object.keys(entered).filter((name) => isOne(entered[name])));
	const wholeItems = namesWith((as) => typeof as === 'string' && WHOLE_ITEM.test(as));
	const varying = namesWith(hasExpression);
	const alike = new Map<string, unknown>();
	const given = (name: string, item: number, fallback: unknown) => {
		if (wholeItems.has(name)) return items[item]?.json;
		if (varying.has(name)) return context.getNodeParameter(name, item, fallback);
		if (!alike.has(name)) alike.set(name, context.getNodeParameter(name, item, fallback));
		return alike.get(name);
	};
	const written = (name: string) => entered[name];
	return Object.assign(given, { written, isAlike: varying.size === 0 });
}

/** Reads the parameters of a trigger. */
export const givenToTrigger =
	(context: IPollFunctions) =>
	(name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);

const WHOLE_ITEM = /^=\s*\{\{\s*\$json\s*\}\}\s*$/;

/** Whether what was entered is an expression, or contains one. */
export function hasExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	if (Array.isArray(entered)) return entered.some(hasExpression);
	return isJsonObject(entered) && Object.values(entered).some(hasExpression);
}
