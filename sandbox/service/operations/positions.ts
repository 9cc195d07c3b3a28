import { badRequest, notFound } from '../errors.ts';
import { namedLike } from '../names.ts';
import { type Call, created, noContent, type Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import type { Position } from '../resources.ts';
import type { Store } from '../store.ts';
import { importRows } from './import-rows.ts';

export const listPositions: Operation = ({ query, store, dialect }) => {
	const isWanted = namedLike(query.name, dialect);
	const found = pageOf(query, dialect, (page) => store.positions.list({ isWanted, ...page }));
	return { status: 200, body: { positions: found.map(reply) } };
};

export const getPosition: Operation = ({ params, store }) => ({
	status: 200,
	body: reply(existing(store, params.code)),
});

export const createPosition: Operation = (call) => {
	create(call, call.body as Position);
	return created;
};

export const updatePosition: Operation = (call) => {
	const { code } = existing(call.store, call.params.code);
	update(call, code, call.body as Position);
	return noContent;
};

export const deletePosition: Operation = ({ params, store }) => {
	const { code } = existing(store, params.code);
	const inUse = store.users.list().some(({ positionCode, subBelong = [] }) => {
		return [{ positionCode }, ...subBelong].some((one) => one.positionCode === code);
	});
	if (inUse) throw badRequest(`The position [${code}] has users.`);
	store.positions.delete(code);
	return noContent;
};

export const importPositions: Operation = (call) => {
	const { positions } = call.body as { positions: Position[] };
	importRows(call, 'positions', positions, (position) => {
		if (call.store.positions.has(position.code)) update(call, position.code, position);
		else create(call, position);
	});
	return noContent;
};

function create({ store }: Call, position: Position): void {
	checkCode(store, position.code);
	store.positions.add(position);
}

function update({ store, dialect }: Call, code: string, body: Position): void {
	const { id: _, ...before } = existing(store, code);
	const position = dialect.updateBody === 'partial' ? { ...before, ...body } : body;
	store.change(() => {
		if (position.code !== code) checkCode(store, position.code);
		store.positions.replace(code, position);
		if (position.code !== code) rename(store, code, position.code);
	});
}

function checkCode(store: Store, code: string): void {
	if (store.positions.has(code)) throw badRequest(`The [code] [${code}] is already used.`);
}

function rename(store: Store, from: string, to: string): void {
	const renamed = <Holder extends { positionCode?: string }>(holder: Holder) =>
		holder.positionCode === from ? { ...holder, positionCode: to } : holder;
	for (const { id: _, ...user } of store.users.list()) {
		const subBelong = user.subBelong?.map(renamed);
		store.users.replace(user.code, { ...renamed(user), ...(subBelong && { subBelong }) });
	}
}

function existing(store: Store, code = '') {
	const position = store.positions.get(code);
	if (position === undefined) throw notFound();
	return position;
}

function reply({ code, name, kana, alias = '', aliasKana = '', note = '' }: Position) {
	return { code, name, kana, alias, aliasKana, note };
}
