import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../core/json';

/** Returns the value of a parameter, with its expressions evaluated for an input item. */
export interface Given {
	(name: string, item: number, fallback: unknown): unknown;
	/** Whether its value, or one entry of a collection, can differ between items. */
	varies(name: string, inner?: string): boolean;
}

/**
 * Reads the parameters of an execution. n8n takes tens of microseconds per parameter, most of the time of a
 * large import, so values that cannot differ are read once.
 */
export function givenTo(context: IExecuteFunctions): Given {
	const entered = Object.entries(context.getNode().parameters);
	const items = context.getInputData();
	const namesOf = (isOne: (as: unknown) => boolean) =>
		new Set(entered.filter(([, as]) => isOne(as)).map(([name]) => name));
	const wholeItems = namesOf((as) => typeof as === 'string' && WHOLE_ITEM.test(as));
	const varying = namesOf(hasExpression);
	const alike = new Map<string, unknown>();
	const given = (name: string, item: number, fallback: unknown) => {
		if (wholeItems.has(name)) return items[item]?.json;
		if (varying.has(name)) return context.getNodeParameter(name, item, fallback);
		if (!alike.has(name)) alike.set(name, context.getNodeParameter(name, item, fallback));
		return alike.get(name);
	};
	const varies = (name: string, inner?: string) => {
		const as: unknown = context.getNode().parameters[name];
		return hasExpression(inner !== undefined && isJsonObject(as) ? as[inner] : as);
	};
	return Object.assign(given, { varies });
}

/** Reads the parameters of a trigger. */
export const givenToTrigger =
	(context: IPollFunctions) =>
	(name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);

/** Returns an entry of a trigger's collection, an expression as it is written. */
export function writtenInTrigger(context: IPollFunctions, name: string, inner: string): unknown {
	const as: unknown = context.getNode().parameters[name];
	return isJsonObject(as) ? as[inner] : undefined;
}

const WHOLE_ITEM = /^=\s*\{\{\s*\$json\s*\}\}\s*$/;

function hasExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	if (Array.isArray(entered)) return entered.some(hasExpression);
	return isJsonObject(entered) && Object.values(entered).some(hasExpression);
}
