import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import {
	safeFileName,
	readFiles,
	safeMediaType,
	type CommentFile,
} from '../../core/values/comment-file';
import { mistake } from '../../core/values/input-error';
import { glimpse } from '../../core/text';
import type { JsonObject } from '../../core/json';
import type { ApiRequest } from '../../core/request/request';
import { eachItemWithPauses, type Checked, type Job } from './job';
import type { Output } from './outcomes';

/** Returns the items whose files can be sent and rejects the others, before anything is sent. */
export async function withUsableFiles(
	job: Job,
	checked: readonly Checked[],
): Promise<readonly Checked[]> {
	const usable: Checked[] = [];
	await eachItemWithPauses(job, checked, (one) => {
		const take = () => void usable.push(one);
		return one.values.file === undefined ? take() : readAttachments(job.context, one).then(take);
	});
	return usable;
}

/** Replaces the names in a request by the files themselves. */
export async function withAttachments(
	context: IExecuteFunctions,
	one: Checked,
	request: ApiRequest,
): Promise<ApiRequest> {
	if (one.values.file === undefined) return request;
	return { ...request, body: { ...request.body, file: await readAttachments(context, one) } };
}

/** Reads the files to attach: name, type and content, all of them required (Comment create body). */
async function readAttachments(
	context: IExecuteFunctions,
	{ item, values: { file: names = [] } }: Checked,
): Promise<CommentFile[]> {
	const files: CommentFile[] = [];
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

/** Returns the files of a comment as n8n's binary fields `file_0`, `file_1` and so on. */
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
