/**
 * Compares what two packages did, by the names of cases, their parts, and the lines of these. An entry of `wanted`
 * says what may differ, and `why`, in the cases and parts that match its patterns `case` and `part`:
 * - `text`: a pattern within the lines of the earlier package, and what the later one has instead;
 * - `ignored`: a pattern of what need not be equal within a line;
 * - `gone` and `new`: patterns of whole lines that only the earlier or only the later package has. In a case, there
 *   are at most `most` more new ones than gone ones; 0 without it.
 */
export function compare(before, after, wanted) {
	const entries = wanted.map((entry) => ({ ...entry, count: 0 }));
	const names = [...new Set([...before.keys(), ...after.keys()])];
	const found = names.flatMap((name) => {
		const [was, is] = [before.get(name) ?? {}, after.get(name) ?? {}];
		const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])];
		return parts.map((part) => ({ name, part, was: was[part] ?? [], is: is[part] ?? [] }));
	});
	const different = found.filter(({ was, is }) => was.join('\n') !== is.join('\n'));
	const unwanted = different.flatMap((one) => {
		const lines = unwantedIn(one, entries);
		return lines.length > 0 ? [{ name: one.name, part: one.part, lines }] : [];
	});
	return { different: different.length, unwanted, entries };
}

const isIn = (text, pattern) => pattern === undefined || new RegExp(pattern).test(text);

/** Returns the lines that no entry wants, with `-` or `+`. Counts the part in each entry that wants something in it. */
function unwantedIn({ name, part, was, is }, entries) {
	const mine = entries.filter((entry) => isIn(name, entry.case) && isIn(part, entry.part));
	const used = new Set();
	const replaced = (all, others, replacementsOf) =>
		all.map((line) =>
			mine.reduce((now, entry) => {
				const then = replacementsOf(entry).reduce(
					(text, [pattern, instead]) => text.replaceAll(new RegExp(pattern, 'g'), instead),
					now,
				);
				if (then !== now && !others.includes(line)) used.add(entry);
				return then;
			}, line),
		);
	const ignoring = ({ ignored }) => (ignored ? [[ignored, '']] : []);
	const lines = difference(
		replaced(was, is, (entry) => [...(entry.text ? [entry.text] : []), ...ignoring(entry)]),
		replaced(is, was, ignoring),
	);
	const more = new Map(mine.map((entry) => [entry, 0]));
	const wants = (sign, line, isFree) => {
		const pattern = sign === '-' ? 'gone' : 'new';
		const entry = mine.find((one) => one[pattern] && isIn(line, one[pattern]) && isFree(one));
		if (!entry) return false;
		more.set(entry, more.get(entry) + (sign === '-' ? -1 : 1));
		used.add(entry);
		return true;
	};
	const isFree = (entry) => more.get(entry) < (entry.most ?? 0);
	const gone = lines.filter(({ sign, line }) => sign === '-' && wants(sign, line, () => true));
	const unwanted = lines.filter(
		(one) => !gone.includes(one) && !(one.sign === '+' && wants('+', one.line, isFree)),
	);
	for (const entry of used) entry.count++;
	return unwanted.map(({ sign, line }) => `${sign} ${line}`);
}

/** Returns the lines that only one of two lists has, in order, without those of their longest common list. */
export function difference(was, is) {
	const common = Array.from({ length: was.length + 1 }, () => new Uint32Array(is.length + 1));
	for (let a = was.length - 1; a >= 0; a--)
		for (let b = is.length - 1; b >= 0; b--)
			common[a][b] =
				was[a] === is[b] ? common[a + 1][b + 1] + 1 : Math.max(common[a + 1][b], common[a][b + 1]);
	const found = [];
	for (let a = 0, b = 0; a < was.length || b < is.length; ) {
		if (a < was.length && b < is.length && was[a] === is[b]) [a, b] = [a + 1, b + 1];
		else if (b === is.length || (a < was.length && common[a + 1][b] >= common[a][b + 1]))
			found.push({ sign: '-', line: was[a++] });
		else found.push({ sign: '+', line: is[b++] });
	}
	return found;
}
