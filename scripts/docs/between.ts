/** Replaces the text between `<!-- name -->` and `<!-- end -->`. */
export function between(text: string, name: string, content: string): string {
	const start = text.indexOf(`<!-- ${name} -->`);
	const end = text.indexOf('<!-- end -->', start);
	if (start < 0 || end < 0)
		throw new Error(`There is no place between <!-- ${name} --> and <!-- end -->`);
	return `${text.slice(0, start)}<!-- ${name} -->\n\n${content}\n\n${text.slice(end)}`;
}
