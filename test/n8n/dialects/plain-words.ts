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
