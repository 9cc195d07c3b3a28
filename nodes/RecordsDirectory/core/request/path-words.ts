/** What the segments of a path (Endpoints) are called, with the name that follows each. */
const WORDS: Readonly<Record<string, string>> = {
	organizations: 'organization',
	positions: 'position',
	users: 'user',
	notices: 'user',
	apps: 'form',
	forms: 'form',
	fields: 'field',
	records: 'record',
	comments: 'comment',
};

/** What the path of a request names, in words: `comment 3 of record 12 of form 1`; '' for nothing. */
export function subjectOf(path: string): string {
	const segments = path.split('/').map(decodeURIComponent);
	return segments
		.flatMap((segment, i) => {
			const name = segments[i + 1];
			const word = Object.hasOwn(WORDS, segment) ? WORDS[segment] : undefined;
			const isName = name !== undefined && !Object.hasOwn(WORDS, name) && name !== 'import';
			return word && isName ? [`${word} ${name}`] : [];
		})
		.reverse()
		.join(' of ');
}
