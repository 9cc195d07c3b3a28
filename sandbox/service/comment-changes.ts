import { badRequest, notFound } from './errors.ts';
import { liveRecord } from './record-changes.ts';
import type { Affiliation, Comment, CommentFile, CommentTarget } from './resources.ts';
import type { Tables } from './tables.ts';
import { collectMessages } from './values.ts';

export interface CommentBody {
	content: string;
	creatorCode: string;
	/** -1 or absent: not a reply. */
	parentId?: number;
	target?: ({ userCode?: string } & Affiliation)[];
	file?: { name: string; type: string; content: string }[];
}

export function addComment(
	store: Tables,
	appsId: number,
	recordId: number,
	body: CommentBody,
	options: { createdAt?: string } = {},
): number {
	return store.change(() => {
		liveRecord(store, appsId, recordId);
		const { content, creatorCode, parentId = -1, target = [], file = [] } = body;
		const createdAt = options.createdAt ?? store.clock.text();
		const files: CommentFile[] = [];
		const messages = collectMessages([
			() => checkUser(store, creatorCode, 'creatorCode'),
			() => checkParent(store, appsId, recordId, parentId),
			...target.map((entry, index) => () => checkTarget(store, entry, `target[${index}]`)),
			...file.map((entry, index) => () => {
				files.push(readFile(entry, `file[${index}]`, createdAt));
			}),
		]);
		if (messages.length > 0) throw badRequest(...messages);
		const creator = store.users.get(creatorCode)?.name ?? '';
		const targets = target.map((entry) => namedTarget(store, entry));
		const id = store.comments.add({
			appsId,
			recordId,
			content,
			parentId,
			creatorCode,
			creator,
			createdAt,
			target: targets,
			file: files,
		});
		store.announce('comment', { action: 'created', appsId, recordId, commentId: id });
		return id;
	});
}

export function deleteComment(store: Tables, appsId: number, recordId: number, id: number): void {
	store.change(() => {
		liveRecord(store, appsId, recordId);
		liveComment(store, appsId, recordId, id);
		store.comments.markDeleted(id);
		store.announce('comment', { action: 'deleted', appsId, recordId, commentId: id });
	});
}

export function liveComment(store: Tables, appsId: number, recordId: number, id: number): Comment {
	const comment = store.comments.get(appsId, recordId, id);
	if (comment === undefined || comment.isDeleted !== 0) throw notFound();
	return comment;
}

function checkUser(store: Tables, code: string, name: string): void {
	if (!store.users.has(code)) throw badRequest(`[${name}] names [${code}], which does not exist.`);
}

function checkParent(store: Tables, appsId: number, recordId: number, parentId: number): void {
	if (parentId > 0 && store.comments.get(appsId, recordId, parentId) === undefined) {
		throw badRequest(`[parentId] names [${parentId}], which does not exist.`);
	}
}

function checkTarget(store: Tables, target: { userCode?: string } & Affiliation, at: string): void {
	const { userCode, organizationCode, positionCode } = target;
	if (!userCode && !organizationCode && !positionCode) throw badRequest(`[${at}] is empty.`);
	if (userCode) checkUser(store, userCode, `${at}.userCode`);
	if (organizationCode && !store.organizations.has(organizationCode)) {
		throw badRequest(`[${at}.organizationCode] names [${organizationCode}], which does not exist.`);
	}
	if (positionCode && !store.positions.has(positionCode)) {
		throw badRequest(`[${at}.positionCode] names [${positionCode}], which does not exist.`);
	}
}

function namedTarget(store: Tables, target: { userCode?: string } & Affiliation): CommentTarget {
	const { userCode = '', organizationCode = '', positionCode = '' } = target;
	return {
		userCode,
		userName: store.users.get(userCode)?.name ?? '',
		organizationCode,
		organizationName: store.organizations.get(organizationCode)?.name ?? '',
		positionCode,
		positionName: store.positions.get(positionCode)?.name ?? '',
	};
}

function readFile(
	file: { name: string; type: string; content: string },
	at: string,
	createdAt: string,
): CommentFile {
	const content = file.content.replace(/^data:[^,]*;base64,/, '');
	const isBase64 = content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content);
	if (!isBase64) throw badRequest(`[${at}.content] must be base64.`);
	const size = Buffer.from(content, 'base64').length;
	return { name: file.name, type: file.type, size, createdAt, content };
}
