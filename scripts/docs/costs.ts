/** A few figures of docs/benchmarks.md, for the README: importing 10,000 records, reading 100,000. */
export function costs(benchmarks: string): string {
	const imports = rowsIn(benchmarks, 'import');
	const reads = rowsIn(benchmarks, 'read').filter(({ Records }) => Records === '100,000');
	return [
		table('10,000 records imported', imports, 'With 100 requests in 100 s, computed'),
		table('100,000 records read', reads),
	].join('\n\n');
}

type Row = Readonly<Record<string, string>>;

function table(what: string, rows: readonly Row[], more?: string): string {
	const columns = ['Requests', 'Time (s)', 'CPU (s)', ...(more === undefined ? [] : [more])];
	return [
		line([what, ...columns]),
		line(['---', ...columns.map(() => '---:')]),
		...rows.map((row) => line([row.Contestant, ...columns.map((column) => row[column])])),
	].join('\n');
}

/** Returns the first table of a section, its rows by column titles; of two equal titles the first counts. */
function rowsIn(text: string, section: string): Row[] {
	const start = text.indexOf(`<!-- ${section} -->`);
	const lines = text.slice(start, text.indexOf('<!-- end -->', start)).split('\n');
	const first = lines.findIndex((one) => one.startsWith('| Contestant'));
	if (start < 0 || first < 0) throw new Error(`docs/benchmarks.md has no table of "${section}"`);
	const titles = cellsOf(lines[first] ?? '');
	const rest = lines.slice(first + 2);
	const end = rest.findIndex((one) => !one.startsWith('|'));
	return rest.slice(0, end < 0 ? rest.length : end).map((one) => {
		const pairs = cellsOf(one).map((cell, n) => [titles[n] ?? '', cell] as const);
		return Object.fromEntries([...pairs].reverse());
	});
}

const cellsOf = (row: string): string[] =>
	row
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

const line = (cells: ReadonlyArray<string | undefined>) =>
	`| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
