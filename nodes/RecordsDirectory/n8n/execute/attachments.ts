import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { fileNameOf, filesOf, mediaTypeOf, type CommentFile } from '../../core/values/comment-file';
import type { Values } from '../../core/values/validate';
import type { JsonObject } from '../../core/json';
import type { ApiRequest } from '../../core/request/request';
import type { Checked } from './job';

/** Fails before anything is sent if an input field to attach contains no file. */
export function checkAttachments(context: IExecuteFunctions, item: number, values: Values): void {
	for (const name of namesIn(values)) context.helpers.assertBinaryData(item, name);
}

/** Replaces the names in a request by the files themselves: name, type and content (Comment create body). */
export async function withAttachments(
	context: IExecuteFunctions,
	{ item, values }: Checked,
	request: ApiRequest,
): Promise<ApiRequest> {
	if (values.file === undefined) return request;
	const file: CommentFile[] = [];
	for (const name of namesIn(values)) {
		const { fileName, mimeType } = context.helpers.assertBinaryData(item, name);
		const bytes = await context.helpers.getBinaryDataBuffer(item, name);
		file.push({
			name: fileNameOf(fileName, fileNameOf(name, 'file')),
			type: mediaTypeOf(mimeType),
			content: bytes.toString('base64'),
		});
	}
	return { ...request, body: { ...request.body, file } };
}

/** Returns the files of a comment as n8n's binary fields `file_0`, `file_1` and so on; undefined for none. */
export async function downloaded(
	context: IExecuteFunctions,
	comment: JsonObject,
): Promise<IBinaryKeyData | undefined> {
	const files = filesOf(comment);
	if (files.length === 0) return undefined;
	const binary: IBinaryKeyData = {};
	for (const [n, { name, type, bytes }] of files.entries())
		binary[`file_${n}`] = await context.helpers.prepareBinaryData(bytes, name, type);
	return binary;
}

const namesIn = ({ file = [] }: Values): readonly string[] => file;
