import type { Played } from './run';
import { show, type Violation } from './violation';

const list = (all: readonly string[], most = 6): readonly string[] =>
	all.length > most ? [...all.slice(0, most), `  and ${all.length - most} more`] : all;

/** A story and what came of it, in plain words. */
export function tell({ story, rows, own, runs }: Played, violation: Violation): string {
	const { kind, expected, found, item, field } = violation;
	const options = Object.entries(story.options).map(([name, value]) => `${name} ${show(value)}`);
	const dialect = Object.entries(story.dialect).map(([name, value]) => `${name} ${value}`);
	const mapping = story.isAutomatic ? 'mapped automatically' : 'mapped by expressions';
	return [
		`Seed ${story.seed}: ${kind}`,
		`  ${[story.on, story.operation, `On Error ${story.onError}`, mapping, ...options].join(', ')}`,
		`  The service: ${dialect.join(', ') || 'plain'}`,
		`  Fields: ${story.fields.join(', ')}; by ${[...story.keys, ...story.matches].join(', ')}`,
		...(story.filler > 0 ? [`  ${story.filler} other rows`] : []),
		...list(
			own.map(({ id, versions }, index) => {
				const deleted = story.deleted.includes(index) ? ' (deleted)' : '';
				return `  Row ${id}: ${show(versions[0]!.state)}${deleted}`;
			}),
		),
		...list(
			story.items.map((one, index) => {
				const target =
					story.targets[index] === undefined ? '' : ` for row ${own[story.targets[index]!]!.id}`;
				const values = Object.entries(one).map(([name, { json, means }]) =>
					means === undefined ? `${name} ${show(json)} (unusable)` : `${name} ${show(json)}`,
				);
				return `  Item ${index}${target}: ${values.join(', ')}`;
			}),
		),
		...story.faults.map(
			({ kind: fault, at, count }) =>
				`  Request ${at}${count > 1 ? ` to ${at + count - 1}` : ''}: ${fault}`,
		),
		...story.others.map(
			({ before, does, which, values }) =>
				`  Before request ${before} another ${does} row ${which} (${show(values)})`,
		),
		...runs.flatMap((said, run) => [
			`  Run ${run + 1}${said.isDry ? ', dry' : ''}:`,
			...list(
				rows.got
					.slice(...said.requests)
					.map(
						({ method, path, query, body, status, fault }) =>
							`    ${method} ${path} ${show(body ?? query)} -> ${status}${fault ? ` (${fault})` : ''}`,
					),
				14,
			),
			...(said.error === undefined ? [] : [`    It says: ${said.error.replaceAll('\n', ' / ')}`]),
			...list(
				said.outputs.map(
					({ json, of, output }) =>
						`    Item ${of}${output === 1 ? ' (error output)' : ''}: ${show(json)}`,
				),
			),
			...(said.hints ? [`    Hints: ${said.hints}`] : []),
		]),
		`  Expected${item === undefined ? '' : ` of item ${item}`}${field ? `, ${field}` : ''}: ${expected}`,
		`  Found: ${found}`,
	].join('\n');
}
