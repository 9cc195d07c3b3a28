import { addComment, type CommentBody, deleteComment as remove } from '../comment-changes.ts';
import type { Dialect } from '../dialects.ts';
import { notFound } from '../errors.ts';
import { type Call, noContent, type Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import { liveRecord } from '../record-changes.ts';
import type { Comment, CommentFile } from '../resources.ts';
import type { Store } from '../store.ts';

export const listComments: Operation = (call) => {
	const { query, store, dialect } = call;
	const { appsId, recordId } = existingRecord(call);
	const found = pageOf(query, dialect, (page) =>
		store.comments.list(appsId, recordId, { deleted: dialect.deletedListed, ...page }),
	);
	const comments = found.map((one) => reply(store, one, dialect));
	return { status: 200, body: { appsId, recordId, comments } };
};

export const getComment: Operation = (call) => {
	const { params, store, dialect } = call;
	const { appsId, recordId } = existingRecord(call);
	const comment = store.comments.get(appsId, recordId, Number(params.commentId));
	if (comment === undefined) throw notFound();
	if (comment.isDeleted !== 0 && !dialect.deletedReadable) throw notFound();
	return { status: 200, body: { appsId, recordId, comment: reply(store, comment, dialect) } };
};

export const createComment: Operation = (call) => {
	const { appsId, recordId } = existingRecord(call);
	const commentId = addComment(call.store, appsId, recordId, call.body as CommentBody);
	return { status: 201, body: { commentId } };
};

export const deleteComment: Operation = (call) => {
	const { appsId, recordId } = existingRecord(call);
	remove(call.store, appsId, recordId, Number(call.params.commentId));
	return noContent;
};

function existingRecord({ params, store }: Call) {
	return liveRecord(store, Number(params.appsId), Number(params.recordId));
}

function reply(store: Store, comment: Comment, dialect: Dialect) {
	const { id, content, parentId, creatorCode, createdAt, creator, target, isDeleted } = comment;
	const replyTarget = replyTargetOf(store, comment);
	return {
		id,
		content,
		parentId,
		creatorCode,
		createdAt,
		creator,
		target,
		...(replyTarget ? { replyTarget } : {}),
		file: comment.file.map((file, index) => ({
			id: id * 1000 + index + 1,
			...file,
			content: fileContent(file, dialect),
		})),
		isDeleted,
	};
}

/** Returns the users whom a reply notifies; retired users are left out, as documented. */
function replyTargetOf(store: Store, { appsId, recordId, parentId }: Comment) {
	const parent = parentId > 0 ? store.comments.get(appsId, recordId, parentId) : undefined;
	const user = parent && store.users.get(parent.creatorCode);
	if (user === undefined || user.isRetired) return undefined;
	return { userCode: user.code, userName: user.name };
}

function fileContent({ type, content }: CommentFile, dialect: Dialect): string {
	return dialect.fileContent === 'dataUrl' ? `data:${type};base64,${content}` : content;
}
