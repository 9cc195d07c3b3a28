/** Words for the segments of a path (Endpoints), each followed by a name. */
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

/** Puts the path of a request into words: `comment 3 of record 12 of form 1`; '' if it names nothing. */
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
