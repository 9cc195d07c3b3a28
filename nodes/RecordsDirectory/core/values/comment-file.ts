import { numberIn, rowsIn, textIn, type Row } from '../json';
import { Refusal } from './input-error';

/** A file to attach: its name without folders, its type, its bytes in base64 (Comment create body). */
export interface CommentFile {
	readonly name: string;
	readonly type: string;
	readonly content: string;
}

/** A file of a comment that was read. */
export interface ReadFile {
	readonly name: string;
	readonly type: string;
	readonly bytes: Buffer;
}

/** The name of a file without folders and control characters; `otherwise` for what names none. */
export function fileNameOf(name: unknown, otherwise: string): string {
	const text = textIn(name);
	const own = text.replace(/^[^]*[/\\]/, '').replace(/[\p{Cc}]/gu, '');
	return ['', '.', '..'].includes(own) ? otherwise : own;
}

const MEDIA_TYPE = /^[ -~]+$/;
const DATA_URL = /^\s*data:([^,]*),/i;

/**
 * The files of a comment that came with their content (Resources, Comment). The document does not say how a content is
 * spelled: base64 and data URLs are read. Throws a `Refusal` for any other, and for a content that is shorter than the file's size.
 */
export function filesOf(comment: Row): ReadFile[] {
	return rowsIn(comment.file)
		.filter(({ content }) => content !== undefined && content !== null)
		.map((file) => {
			const name = fileNameOf(file.name, 'file');
			const type =
				typeof file.type === 'string' && MEDIA_TYPE.test(file.type) ? file.type : UNKNOWN;
			const bytes = typeof file.content === 'string' ? bytesOf(file.content) : undefined;
			const what = `The file '${name.slice(0, 100)}' of comment ${textIn(comment.id)}`;
			if (!bytes) throw unusable(`${what} has a content that is not base64`);
			const size = numberIn(file.size) ?? 0;
			// Sites may count in kilobytes; then the content is longer.
			if (bytes.length < size)
				throw unusable(
					`${what} has ${bytes.length} bytes, but the service gives its size as ${size}`,
				);
			return { name, type, bytes };
		});
}

const UNKNOWN = 'application/octet-stream';

const unusable = (message: string) =>
	new Refusal(
		message,
		"Check the file at the service. Switch 'Download Files' off to get the comment without its files.",
	);

/** The bytes of a data URL (RFC 2397) or of base64; undefined for any other text. */
function bytesOf(content: string): Buffer | undefined {
	const [prefix = '', type] = DATA_URL.exec(content) ?? [];
	if (type === undefined) return decoded(content);
	const data = unescaped(content.slice(prefix.length));
	return /;\s*base64\s*$/i.test(type) ? decoded(data.toString('latin1')) : data;
}

/**
 * Padding may be missing. Of a text that is no base64, Node skips what it does not know; what was skipped is not there when
 * the bytes are written again.
 */
function decoded(base64: string): Buffer | undefined {
	const plain = base64.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
	const bytes = Buffer.from(plain, 'base64');
	const again = bytes.toString('base64');
	return plain === again || plain === again.replace(/=+$/, '') ? bytes : undefined;
}

/** The bytes of a text in which some are written like %E3. */
const unescaped = (text: string): Buffer =>
	Buffer.from(
		Buffer.from(text)
			.toString('latin1')
			.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
				String.fromCharCode(Number.parseInt(hex, 16)),
			),
		'latin1',
	);

/** The comment without the content of its files, which would only weigh down the data. */
export function withoutContent(comment: Row): Row {
	if (!Array.isArray(comment.file)) return comment;
	return { ...comment, file: rowsIn(comment.file).map(({ content: _, ...file }) => file) };
}
