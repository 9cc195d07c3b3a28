import { fieldsIn, type Item, type Story } from './story';
import type { Violation } from './violation';

/** Two violations with the same name have the same cause. */
export const nameOf = ({ on, operation }: Story, { kind, field }: Violation): string =>
	`${on} ${operation}: ${kind}${field ? ` (${field})` : ''}`;

const omit = <T extends object>(from: T, name: string): T =>
	Object.fromEntries(Object.entries(from).filter(([one]) => one !== name)) as T;

const without = <T>(all: readonly T[], at: number, count = 1): T[] => all.toSpliced(at, count);

/** Stories that are simpler by one thing. */
export function* simpler(story: Story): Generator<Story> {
	const { items, faults, others, dialect, options, rows, fields } = story;
	if (story.filler > 0) yield { ...story, filler: 0 };
	// What a sync removes belongs to no item, which only several items show.
	for (const size of [16, 4, 1])
		for (let at = 0; at + size < items.length - (story.operation === 'sync' ? 1 : 0); at += size)
			yield {
				...story,
				items: without(items, at, size).map(marked),
				targets: without(story.targets, at, size),
			};
	for (const at of faults.keys()) yield { ...story, faults: without(faults, at) };
	for (const at of others.keys()) yield { ...story, others: without(others, at) };
	for (const name of Object.keys(dialect)) yield { ...story, dialect: omit(dialect, name) };
	for (const name of Object.keys(options)) yield { ...story, options: omit(options, name) };
	if (story.onError !== 'stop') yield { ...story, onError: 'stop' };
	if (story.dryRun) yield { ...story, dryRun: false };
	if (story.deleted.length > 0) yield { ...story, deleted: [] };
	if (story.targets.length === 0 && story.deleted.length === 0)
		for (const at of rows.keys()) yield { ...story, rows: without(rows, at) };
	const needed = ['title', 'loginPass', options.order, ...story.matches];
	for (const { name, isNeeded } of fieldsIn(story)) {
		if (isNeeded || needed.includes(name)) continue;
		yield {
			...story,
			fields: fields.filter((one) => one !== name),
			rows: rows.map((row) => omit(row, name)),
			items: items.map((item) => omit(item, name)),
			others: others.map((one) => ({ ...one, values: omit(one.values, name) })),
		};
	}
}

/** The title of an item says which it is. */
function marked(item: Item, index: number): Item {
	const mark = (text: unknown) => String(text).replace(/^Item \d+\./, `Item ${index}.`);
	const { title } = item;
	return title ? { ...item, title: { json: mark(title.json), means: mark(title.means) } } : item;
}
