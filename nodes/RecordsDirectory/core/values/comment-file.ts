import { rowsIn, textIn, type Row } from '../json';

/** A file of a comment: its name without folders, its type, its bytes in base64. */
export interface CommentFile {
	readonly name: string;
	readonly type: string;
	readonly content: string;
}

/** The name of a file without folders and control characters; `otherwise` for what names none. */
export function fileNameOf(name: unknown, otherwise: string): string {
	const text = textIn(name);
	const own = text.replace(/^[^]*[/\\]/, '').replace(/[\p{Cc}]/gu, '');
	return ['', '.', '..'].includes(own) ? otherwise : own;
}

const MEDIA_TYPE = /^[ -~]+$/;
const DATA_URL = /^data:[^,]*,/;

/** The files of a comment that came with their content (Resources, Comment); some services add a data-URL prefix. */
export function filesOf(comment: Row): CommentFile[] {
	return rowsIn(comment.file).flatMap(({ name, type, content }) =>
		typeof content === 'string'
			? [
					{
						name: fileNameOf(name, 'file'),
						type:
							typeof type === 'string' && MEDIA_TYPE.test(type) ? type : 'application/octet-stream',
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
