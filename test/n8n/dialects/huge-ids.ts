import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hugeId } from '../../../sandbox/service/ids';

/** What a person enters at a service of such IDs. */
export function withHugeIds(given: INodeParameters): INodeParameters {
	const { recordId, ...others } = given;
	const entered = Object.entries(others).map(([name, value]) => [name, inside(value)]);
	return {
		...(Object.fromEntries(entered) as INodeParameters),
		...(recordId === undefined
			? {}
			: { recordId: isNumber(recordId) ? hugeId(recordId) : inside(recordId) }),
	} as INodeParameters;
}

function inside(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inside);
	if (typeof value !== 'object' || value === null) return value;
	const { __rl, value: id } = value as IDataObject;
	if (__rl === true) return { ...value, value: isNumber(id) ? hugeId(id) : id };
	return withHugeIds(value as INodeParameters);
}

const isNumber = (value: unknown) => typeof value === 'number';

/** A text with the IDs of the usual service in the place of huge ones. */
export const withoutHugeIds = (text: string): string =>
	text
		.replace(/"9007199254740993(\d{6})"/g, (_, id: string) => String(Number(id)))
		.replace(/9007199254740993(\d{6})(?!\d)/g, (_, id: string) => String(Number(id)));
