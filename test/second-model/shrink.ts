import type { Violation } from './judge';
import type { Filter, Item, Story } from './story';

/** Two violations with the same name have the same cause. */
export const nameOf = (story: Story, { kind, field }: Violation): string =>
	`${story.on === 'records' ? 'record' : story.on.slice(0, -1)} ${story.operation}: ${kind}${field ? ` (${field})` : ''}`;

const without = <T>(all: readonly T[], index: number): T[] => all.filter((_, at) => at !== index);

/** Stories that are simpler by one thing. */
export function* simpler(story: Story): Generator<Story> {
	if (story.filler > 0) yield { ...story, filler: 0 };
	if (story.filler > 1) yield { ...story, filler: Math.floor(story.filler / 2) };
	if (story.cancelAt !== undefined) yield { ...story, cancelAt: undefined };
	for (const size of [16, 4]) {
		for (let at = 0; at + size < story.items.length; at += size) yield cut(story, at, size);
	}
	for (let at = 0; at < story.items.length && story.items.length > 1; at++) yield cut(story, at, 1);
	for (let at = 0; at < story.faults.length; at++)
		yield { ...story, faults: without(story.faults, at) };
	for (let at = 0; at < story.others.length; at++)
		yield { ...story, others: without(story.others, at) };
	for (const name of Object.keys(story.dialect)) {
		const { [name as never]: _, ...dialect } = story.dialect;
		yield { ...story, dialect };
	}
	const { conditions = [], ...filter } = (story.options.filter ?? {}) as Filter;
	for (let at = 0; at < conditions.length; at++)
		yield {
			...story,
			options: {
				...story.options,
				filter: {
					...filter,
					...(conditions.length > 1 && { conditions: without(conditions, at) }),
				},
			},
		};
	for (const name of Object.keys(story.options)) {
		if (name === 'dryRun') continue;
		const { [name]: _, ...options } = story.options;
		yield { ...story, options };
	}
	if (story.onError !== 'stop') yield { ...story, onError: 'stop' };
	if (story.again) yield { ...story, again: false };
	if (story.on === 'records') {
		if (story.mode !== 'automatic' && story.items.length > 0) yield { ...story, mode: 'automatic' };
		if (Object.keys(story.strays).length > 0) yield { ...story, strays: {} };
		if (story.targets.length === 0) {
			for (let at = 0; at < story.rows.length; at++) {
				const deleted = story.deleted
					.filter((one) => one !== at)
					.map((one) => (one > at ? one - 1 : one));
				yield { ...story, rows: without(story.rows, at), deleted };
			}
		}
		if (story.deleted.length > 0) yield { ...story, deleted: [] };
		for (const name of story.fields) {
			if (name === 'title') continue;
			const others = story.others.filter(({ field }) => field !== name);
			const { options } = story;
			const { conditions = [] } = (options.filter ?? {}) as Filter;
			if (options.order === name || conditions.some(({ field }) => field === name)) continue;
			const fields = options.fields as string[] | undefined;
			if (!story.keys.includes(name)) {
				yield {
					...story,
					others,
					options: fields ? { ...options, fields: fields.filter((one) => one !== name) } : options,
					fields: story.fields.filter((one) => one !== name),
					rows: story.rows.map(({ [name]: _, ...row }) => row),
					items: story.items.map(({ [name]: _, ...item }) => item),
				};
				if (story.mode !== 'mapped')
					yield { ...story, items: story.items.map(({ [name]: _, ...item }) => item) };
			} else if (story.keys.length > 1)
				yield { ...story, keys: story.keys.filter((key) => key !== name) };
		}
	} else {
		if (story.strays) yield { ...story, strays: undefined };
		if (story.labelled) yield { ...story, labelled: undefined };
		if (story.labelled?.length) yield { ...story, labelled: [] };
		for (let at = 0; at < story.rows.length; at++)
			yield { ...story, rows: without(story.rows, at) };
		const names = new Set(story.items.flatMap((item) => Object.keys(item)));
		for (const name of names) {
			const isNeeded = [
				'code',
				'name',
				'kana',
				'loginId',
				'organizationCode',
				'loginPass',
			].includes(name);
			if (isNeeded && story.operation !== 'update') continue;
			if (name !== 'code')
				yield { ...story, items: story.items.map(({ [name]: _, ...item }) => item) };
		}
	}
}

function cut(story: Story, at: number, count: number): Story {
	const rest = <T>(all: readonly T[]) =>
		all.filter((_, index) => index < at || index >= at + count);
	if (story.on !== 'records') return { ...story, items: rest(story.items) };
	return {
		...story,
		items: rest(story.items).map(marked),
		targets: story.targets.length > 0 ? rest(story.targets) : [],
	};
}

/** The title of an item says which it is. */
function marked(item: Item, index: number): Item {
	const mark = (text: unknown) => String(text).replace(/^Item \d+\./, `Item ${index}.`);
	const { title } = item;
	return title
		? { ...item, title: { ...title, json: mark(title.json), means: mark(title.means) } }
		: item;
}
