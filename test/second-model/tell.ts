import type { Violation } from './judge';
import type { Played } from './run';
import type { Story } from './story';

const json = (value: unknown, most = 240): string => {
	const text =
		JSON.stringify(value, (_, one: unknown) =>
			one instanceof Map ? Object.fromEntries(one) : one,
		) ?? '';
	return text.length > most ? `${text.slice(0, most)}...` : text;
};

const list = (all: readonly string[], most = 6): string[] =>
	all.length > most ? [...all.slice(0, most), `  and ${all.length - most} more`] : [...all];

/** A story and what came of it, in plain words. */
export function tell({ story, rows, runs }: Played, violation: Violation): string {
	const { kind, expected, found, item, field } = violation;
	const chosen = Object.entries(story.options).map(([name, value]) => `${name} ${json(value)}`);
	return [
		`Seed ${story.seed}: ${kind}`,
		`  ${story.on}, ${story.operation}, On Error ${story.onError}${chosen.length > 0 ? `, ${chosen.join(', ')}` : ''}${
			story.on === 'records' && story.items.length > 0 ? `, fields ${story.mode}` : ''
		}`,
		`  The service: ${
			Object.entries(story.dialect)
				.map(([name, value]) => `${name} ${value}`)
				.join(', ') || 'plain'
		}`,
		...(story.on === 'records'
			? [
					`  The form: ${story.fields.map((name) => (story.keys.includes(name) ? `${name} (key)` : name)).join(', ')}`,
				]
			: []),
		...(story.filler > 0 ? [`  ${story.filler} rows of no concern`] : []),
		...list(
			story.rows.map(
				(row, index) =>
					`  Row ${index}: ${json(row)}${story.on === 'records' && story.deleted.includes(index) ? ' (deleted)' : ''}`,
			),
		),
		...list(itemsIn(story)),
		...story.faults.map(
			({ kind: fault, at, count }) =>
				`  Request ${at}${count > 1 ? ` to ${at + count - 1}` : ''}: ${fault}`,
		),
		...story.others.map(
			({ before, does, which, field: name, value }) =>
				`  Before request ${before} another ${does} ${does === 'creates' ? '' : `row ${which} `}(${name}, ${json(value)})`,
		),
		...(story.cancelAt === undefined ? [] : [`  Cancelled at request ${story.cancelAt}`]),
		...runs.flatMap((said, run) => [
			`  Run ${run + 1}:`,
			...list(
				rows.got
					.slice(...said.requests)
					.map(
						({ method, path, query, body, status, fault }) =>
							`    ${method} ${path} ${json(query)} ${body === undefined ? '' : json(body)} -> ${status}${fault ? ` (${fault})` : ''}`,
					),
				14,
			),
			...(said.error === undefined ? [] : [`    It says: ${said.error.replaceAll('\n', ' / ')}`]),
			...list(
				said.outputs.map(
					({ json: output, of, output: place }) =>
						`    Item ${of}${place === 1 ? ' (error output)' : ''}: ${json(output)}`,
				),
			),
			...(said.hints ? [`    Hints: ${said.hints}`] : []),
		]),
		`  Expected${item === undefined ? '' : ` of item ${item}`}${field ? `, ${field}` : ''}: ${expected}`,
		`  Found: ${found}`,
	].join('\n');
}

function itemsIn(story: Story): string[] {
	if (story.on !== 'records')
		return story.items.map((item, index) => `  Item ${index}: ${json(item)}`);
	if (story.items.length === 0)
		return story.targets.map((target, index) => `  Item ${index}: row ${target}`);
	return story.items.map((item, index) => {
		const target = story.targets.length > 0 ? ` for row ${story.targets[index]}` : '';
		const values = Object.entries(item).map(
			([name, given]) =>
				`${name} ${json(given.json)}${given.is === 'good' ? '' : ` (${given.is})`}`,
		);
		return `  Item ${index}${target}: ${values.join(', ')}`;
	});
}
