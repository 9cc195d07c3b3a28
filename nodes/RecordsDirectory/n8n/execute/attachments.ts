import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { jsonObjectsIn, numberIn, omit, textIn, type JsonObject } from '../../core/json';
import { glimpse } from '../../core/text';
import { mistake } from '../../core/values/input-error';
import type { Checked } from './job';
import type { Output } from './outcomes';

/** Name without folders, type, and bytes in base64, all of them required (Comment create body). */
export async function readAttachments(
	context: IExecuteFunctions,
	{ item, values: { file: names = [] } }: Checked,
): Promise<JsonObject[]> {
	const files: JsonObject[] = [];
	for (const name of names) {
		const { fileName, mimeType } = context.helpers.assertBinaryData(item, name);
		const bytes = await context.helpers.getBinaryDataBuffer(item, name);
		if (bytes.length === 0) throw mistake('emptyFile', { name: glimpse(name) });
		files.push({
			name: safeFileName(fileName, safeFileName(name, 'file')),
			type: safeMediaType(mimeType),
			content: bytes.toString('base64'),
		});
	}
	return files;
}

export async function downloaded(
	context: IExecuteFunctions,
	comment: JsonObject,
): Promise<Pick<Output, 'binary'>> {
	const binary: IBinaryKeyData = {};
	const files = readFiles(comment);
	for (const [n, { name, type, bytes }] of files.entries())
		binary[`file_${n}`] = await context.helpers.prepareBinaryData(bytes, name, type);
	return files.length > 0 ? { binary } : {};
}

/** Invisible characters can hide the type of a file: U+202E shows `\u202Egnp.exe` as `exe.png`. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Without folders, control characters and marks of text direction; `otherwise` if nothing is left. */
function safeFileName(name: unknown, otherwise: string): string {
	const own = textIn(name)
		.replace(/^[^]*[/\\]/, '')
		.replace(UNSEEN, '');
	return ['', '.', '..'].includes(own) ? otherwise : own;
}

/** Both parts of a type have at most 127 characters (RFC 6838, 4.2); parameters are usually short. */
const MEDIA_TYPE = /^[ -~]{1,255}$/;

const safeMediaType = (type: unknown): string =>
	typeof type === 'string' && MEDIA_TYPE.test(type) ? type : 'application/octet-stream';

/** The beginning of a data URL (RFC 2397) with base64. */
const DATA_URL = /^\s*data:[^,]*;\s*base64\s*,/i;

/**
 * Those with content (Resources, Comment). Its encoding is not documented: base64 and data URLs are read.
 * Throws an `InputError` for any other, and for content shorter than the file's size.
 */
export const readFiles = (comment: JsonObject) =>
	jsonObjectsIn(comment.file)
		.filter(({ content }) => content !== undefined && content !== null)
		.map((file) => {
			const name = safeFileName(file.name, 'file');
			const type = safeMediaType(file.type);
			const bytes = typeof file.content === 'string' ? decoded(file.content) : undefined;
			const where = describeFile(comment, name);
			if (!bytes) throw mistake('notBase64', { file: where });
			const size = numberIn(file.size) ?? 0;
			// Sites may count in kilobytes; then the content is longer.
			if (bytes.length < size)
				throw mistake('shortFile', { file: where, length: bytes.length, size });
			return { name, type, bytes };
		});

export const contentlessIn = (comment: JsonObject): string[] =>
	jsonObjectsIn(comment.file)
		.filter(({ content }) => (content ?? undefined) === undefined)
		.map(({ name }) => describeFile(comment, safeFileName(name, 'file')));

const describeFile = ({ id }: JsonObject, name: string) =>
	`'${name.slice(0, 100)}' of comment ${textIn(id)}`;

/** Undefined for any other text. Padding may be missing. Node skips invalid characters, which encoding the bytes again shows. */
function decoded(content: string): Buffer | undefined {
	const base64 = content.replace(DATA_URL, '').replace(/\s/g, '');
	const plain = base64.replaceAll('-', '+').replaceAll('_', '/');
	const bytes = Buffer.from(plain, 'base64');
	const again = bytes.toString('base64');
	return plain === again || plain === again.replace(/=+/, '') ? bytes : undefined;
}

/** Contents would only make the data larger. */
export const withoutContent = (comment: JsonObject): JsonObject =>
	Array.isArray(comment.file)
		? { ...comment, file: jsonObjectsIn(comment.file).map((one) => omit(one, ['content'])) }
		: comment;
