import { rowsIn, type Row } from './json';

/** A file of a comment: its name without folders, its type, its bytes in base64. */
export interface CommentFile {
	readonly name: string;
	readonly type: string;
	readonly content: string;
}

const DATA_URL = /^data:[^,]*,/;

/** The files of a comment that came with their content (Resources, Comment); some services add a data-URL prefix. */
export function filesOf(comment: Row): CommentFile[] {
	return rowsIn(comment.file).flatMap(({ name, type, content }) =>
		typeof content === 'string'
			? [
					{
						name: String(name ?? 'file').replace(/^[^]*[/\\]/, '') || 'file',
						type: typeof type === 'string' && type !== '' ? type : 'application/octet-stream',
						content: content.replace(DATA_URL, ''),
					},
				]
			: [],
	);
}

/** The comment without the content of its files, which would only weigh down the data. */
export function withoutContent(comment: Row): Row {
	if (!Array.isArray(comment.file)) return comment;
	return { ...comment, file: rowsIn(comment.file).map(({ content: _, ...file }) => file) };
}
