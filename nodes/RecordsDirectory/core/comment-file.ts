import type { Row } from './reply';

/** A file of a comment: its name without folders, its type, its bytes in base64. */
export interface CommentFile {
	readonly name: string;
	readonly type: string;
	readonly content: string;
}

const DATA_URL = /^data:[^,]*,/;

/** The files of a comment that came with their content (Resources, Comment); some services add a data-URL prefix. */
export function filesOf(comment: Row): CommentFile[] {
	return listed(comment).flatMap(({ name, type, content }) =>
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
	return { ...comment, file: listed(comment).map(({ content: _, ...file }) => file) };
}

const listed = ({ file }: Row): Row[] =>
	Array.isArray(file) ? file.filter((entry) => typeof entry === 'object' && entry !== null) : [];
