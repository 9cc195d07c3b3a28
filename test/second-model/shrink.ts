import type { Item, Story } from './story';
import type { Violation } from './violation';

/** Two violations with the same name have the same cause. */
export const nameOf = ({ on, operation }: Story, { kind, field }: Violation): string =>
	`${on} ${operation}: ${kind}${field ? ` (${field})` : ''}`;

const omit = <T extends object>(from: T, name: string): T =>
	Object.fromEntries(Object.entries(from).filter(([one]) => one !== name)) as T;

const without = <T>(all: readonly T[], at: number, count = 1): T[] => all.toSpliced(at, count);

/** Stories that are simpler by one thing. */
export function* simpler(story: Story): Generator<Story> {
	const { items, targets, faults, others, dialect, options, rows } = story;
	yield* [{ filler: 0 }, { onError: 'stop' as const }, { dryRun: false }, { deleted: [] }]
		.map((simple) => ({ ...story, ...simple }))
		.filter((simple) => JSON.stringify(simple) !== JSON.stringify(story));
	// What a sync removes belongs to no item, which only several items show.
	const most = items.length - (story.operation === 'sync' ? 1 : 0);
	for (const size of [16, 4, 1])
		for (let at = 0; at + size < most; at += size) {
			const left = without(items, at, size).map(marked);
			yield { ...story, items: left, targets: without(targets, at, size) };
		}
	for (const at of faults.keys()) yield { ...story, faults: without(faults, at) };
	for (const at of others.keys()) yield { ...story, others: without(others, at) };
	for (const name of Object.keys(dialect)) yield { ...story, dialect: omit(dialect, name) };
	for (const name of Object.keys(options)) yield { ...story, options: omit(options, name) };
	if (targets.length === 0 && story.deleted.length === 0)
		for (const at of rows.keys()) yield { ...story, rows: without(rows, at) };
}

/** The title of an item says which it is. */
function marked(item: Item, index: number): Item {
	const mark = (text: unknown) => String(text).replace(/^Item \d+\./, `Item ${index}.`);
	const { title } = item;
	return title ? { ...item, title: { json: mark(title.json), means: mark(title.means) } } : item;
}
