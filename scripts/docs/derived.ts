import { resources } from '../../nodes/RecordsDirectory/api';
import { eventsChapters, eventsList } from './events';
import { allExamples, examplesList, FIRST_EXAMPLES } from './examples';
import { operationsList, operationsTable } from './operations';

interface Derived {
	readonly file: string;
	/** The text is between `<!-- marker -->` and `<!-- end -->`. */
	readonly marker: string;
	text(): string;
}

/** The tables of the documentation that are made from something else, so that they stay true. */
export const derived: readonly Derived[] = [
	{ file: 'README.md', marker: 'list', text: () => operationsList(resources) },
	{
		file: 'README.md',
		marker: 'workflows',
		text: () => examplesList(FIRST_EXAMPLES, 'workflows/'),
	},
	{
		file: 'workflows/README.md',
		marker: 'workflows',
		text: () => examplesList(allExamples(), ''),
	},
	{ file: 'README.md', marker: 'events', text: () => eventsList() },
	{ file: 'docs/events.md', marker: 'events', text: () => eventsChapters() },
	{ file: 'docs/outcomes.md', marker: 'operations', text: () => operationsTable(resources) },
];
