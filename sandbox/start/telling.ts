/** An event, with the `one` it happened to if several can have the same event. */
export interface Happening {
	at: Date;
	what: string;
	about: string;
	one?: string;
}

const detailsFrom = 27;
const mostLines = 12;
const mostNames = 3;

/** Shows the time and the event once, with the details below. */
export function inLines(all: readonly Happening[], width = Infinity): string[] {
	const groups = Object.values(Object.groupBy(all, sameness)) as Happening[][];
	let [saidAt, saidWhat] = ['', ''];
	return groups.flatMap((same) => {
		const { at, what, about, one } = same[0]!;
		const time = at.toTimeString().slice(0, 8);
		const isSame = one !== undefined && time === saidAt && what === saidWhat;
		const head = `${time === saidAt ? '' : time}`.padEnd(10) + (isSame ? '' : what);
		[saidAt, saidWhat] = [time, what];
		const details = cut(folded(`${about} ${names(same)}`.trim(), width - detailsFrom));
		return details.map((line, index) => (index ? '' : head).padEnd(detailsFrom) + line);
	});
}

/** A message that comes twice is two messages. */
const sameness = ({ what, about, one }: Happening, index: number) =>
	JSON.stringify(one === undefined ? [what, index] : [what, about]);

function names(same: readonly Happening[]): string {
	const all = [...new Set(same.map(({ one }) => one ?? ''))];
	if (all.length <= mostNames) return all.join(', ');
	return `${all[0]} and ${all.length - 1} more`;
}

/** Splits a text into lines, between words if one is too long. */
function folded(text: string, width: number): string[] {
	return text.split(/\r?\n/).flatMap((line) => {
		const lines = [''];
		for (const word of line.trimEnd().split(' ')) {
			const last = lines.at(-1)!;
			if (last && last.length + 1 + word.length > width) lines.push(word);
			else lines[lines.length - 1] = last ? `${last} ${word}` : word;
		}
		return lines;
	});
}

function cut(lines: readonly string[]): readonly string[] {
	if (lines.length <= mostLines) return lines;
	const left = lines.length - mostLines + 1;
	return [...lines.slice(0, mostLines - 1), `… and ${left} lines more`];
}
