import type { Played } from './run';
import { show, type Violation } from './violation';

const MOST_LINES = 14;
const list = (all: readonly string[]): readonly string[] =>
	all.length > MOST_LINES
		? [...all.slice(0, MOST_LINES), `    and ${all.length - MOST_LINES} more`]
		: all;

/** A story and what came of it. */
export function tell({ story, rows, own, runs }: Played, violation: Violation): string {
	const { kind, expected, found, item, field } = violation;
	const { seed, rows: _, items, ...settings } = story;
	return [
		`Seed ${seed}: ${kind}`,
		...Object.entries(settings).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
		...list(own.map(({ id, versions }) => `  Row ${id}: ${show(versions[0]!.state)}`)),
		...list(items.map((one, index) => `  Item ${index}: ${show(one)}`)),
		...runs.flatMap(({ isDry, requests, error, outputs, hints }, run) => [
			`  Run ${run + 1}${isDry ? ', dry' : ''}:`,
			...list(
				rows.got
					.slice(...requests)
					.map(
						({ method, path, query, body, status, fault = '' }) =>
							`    ${method} ${path} ${show(body ?? query)} -> ${status} ${fault}`,
					),
			),
			...list(outputs.map(({ json, of, output }) => `    Item ${of} to ${output}: ${show(json)}`)),
			`    It says: ${show([error, hints])}`,
		]),
		`  Expected${item === undefined ? '' : ` of item ${item}`}${field ? `, ${field}` : ''}: ${expected}`,
		`  Found: ${found}`,
	].join('\n');
}
