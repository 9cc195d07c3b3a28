/**
 * Compares a list with its first state. Each row is `{ code, cells }`, and is returned with a `mark` and the
 * earlier content of changed cells. Marked rows come first.
 */
export function compared(first, now) {
	const before = new Map(first.map((row) => [row.code, row]));
	const codes = new Set(now.map(({ code }) => code));
	const marked = now.map((row) => {
		const old = before.get(row.code);
		if (!old) return { ...row, mark: 'new' };
		const was = row.cells.map((text, index) =>
			text === old.cells[index] ? undefined : old.cells[index],
		);
		return was.some((text) => text !== undefined) ? { ...row, mark: 'changed', was } : row;
	});
	const gone = first
		.filter(({ code }) => !codes.has(code))
		.map((row) => ({ ...row, mark: 'gone' }));
	const [news, others] = [marked.filter(({ mark }) => mark), marked.filter(({ mark }) => !mark)];
	return [...news, ...gone, ...others];
}

/** `2 new, 1 changed`, or nothing. */
export function inShort(rows) {
	const count = (mark) => rows.filter((row) => row.mark === mark).length;
	const parts = ['new', 'changed', 'gone'].map((mark) => [count(mark), mark]);
	return parts
		.filter(([number]) => number > 0)
		.map(([number, mark]) => `${number} ${mark}`)
		.join(', ');
}
