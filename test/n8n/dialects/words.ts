import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hugeId } from '../../../sandbox/service/ids';
import type { Identifiers } from '../../../sandbox/service/service';

interface Spoken {
	readonly form: number;
	readonly identifiers: Identifiers;
	readonly url: string;
}

/** A text without what differs by its nature: addresses, the time of the run, and names of fields. */
export const inPlainWords = (text: string, { form, identifiers, url }: Spoken): string =>
	Object.entries(usualNames(identifiers, form)).reduce(
		(line, [name, usual]) => line.replaceAll(name, usual),
		text
			.replaceAll(url, '<site>')
			.replace(/2026-(03-31|04-\d\d|1[01]-\d\d) \d\d:\d\d:\d\d/g, '<now>'),
	);

function usualNames(identifiers: Identifiers, form: number): Record<string, string> {
	switch (identifiers) {
		case 'hyphens':
			return {};
		case 'underscores':
			return { field_: 'field-' };
		case 'japanese':
			return { 項目: 'field-' };
		case 'javascript': {
			const [first = 0, second = 0] =
				{ 1: [2, 3], 2: [25, 23], 3: [36, 35], 4: [42, 43] }[form] ?? [];
			return {
				['__proto__']: `field-${first}`,
				constructor: `field-${second}`,
				field_: 'field-',
			};
		}
	}
}

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
