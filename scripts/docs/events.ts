import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { examples } from '../../test/support/events';

const names = Object.keys(examples) as Array<keyof typeof examples>;

/** The names of the events that the trigger has. */
export const eventsList = (): string =>
	`${names.map((event) => `*${triggerEvents[event].name}*`).join(', ')}.`;

/** A chapter per event: what its item is, and an example. */
export const eventsChapters = (): string =>
	names
		.flatMap((event) => {
			const { text, item } = examples[event];
			return item ? [`## ${triggerEvents[event].name}\n\n${text}\n\n${jsonOf(item)}`] : [];
		})
		.join('\n\n');

/** A line per property. */
function jsonOf(item: object): string {
	const lines = Object.entries(item).map(([name, value]) => `  ${inLine(name)}: ${inLine(value)}`);
	return ['```json', '{', lines.join(',\n'), '}', '```'].join('\n');
}

function inLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const parts = Object.entries(value).map(([name, one]) => `${inLine(name)}: ${inLine(one)}`);
	return `{ ${parts.join(', ')} }`;
}
