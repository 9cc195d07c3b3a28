import { shownDate } from '../dates.ts';
import type { Dialect } from '../dialects.ts';
import { badRequest, notFound } from '../errors.ts';
import { namedLike } from '../names.ts';
import { type Answer, type Call, created, noContent, type Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import type { Affiliation, User } from '../resources.ts';
import type { Store } from '../store.ts';
import { collectMessages } from '../values.ts';
import { importRows } from './import-rows.ts';

export const listUsers: Operation = ({ query, store, dialect }) => {
	const isWanted = namedLike(query.name, dialect);
	const user = pageOf(query, dialect, (page) => store.users.list({ isWanted, ...page }));
	return { status: 200, body: { user: user.map((one) => reply(one, dialect)) } };
};

export const getUser: Operation = ({ params, store, dialect }) => ({
	status: 200,
	body: reply(existing(store, params.code), dialect),
});

export const createUser: Operation = (call) => {
	const body = call.body as User;
	create(call, body);
	return answered(201, call, call.dialect.createUserAnswer, body.code) ?? created;
};

export const updateUser: Operation = (call) => {
	const { code } = existing(call.store, call.params.code);
	update(call, code, call.body as User);
	return noContent;
};

export const deleteUser: Operation = ({ params, store }) => {
	const { code } = existing(store, params.code);
	store.users.delete(code);
	return noContent;
};

export const importUsers: Operation = (call) => {
	const { user: users } = call.body as { user: User[] };
	importRows(call, 'user', users, (user) => {
		if (call.store.users.has(user.code)) update(call, user.code, user);
		else create(call, user);
	});
	return answered(200, call, call.dialect.importUsersAnswer, users[0]?.code ?? '') ?? noContent;
};

/** The bodies of the document's samples, if its table shows none. */
function answered(
	status: number,
	{ store, dialect }: Call,
	shape: 'empty' | 'user' | 'notice',
	code: string,
): Answer | undefined {
	if (shape === 'empty') return undefined;
	const body = shape === 'user' ? reply(existing(store, code), dialect) : { code, notices: [] };
	return { status, body, unspecified: true };
}

function create({ store }: Call, user: User): void {
	check(store, user);
	store.users.add(asStored(user));
}

function update({ store, dialect }: Call, code: string, body: User): void {
	const { id: _, ...before } = existing(store, code);
	// The document makes loginPass optional in updates, so leaving it out never clears it.
	const kept = dialect.updateBody === 'partial' ? before : { loginPass: before.loginPass };
	const user = { ...kept, ...(dialect.directoryDefaults === 'set' ? defaults : {}), ...body };
	check(store, user, code);
	store.users.replace(code, asStored(user));
}

/** A date is kept in one spelling, however it was written. */
function asStored({ expire, ...user }: User): User {
	return expire === undefined ? user : { ...user, expire: expire.replaceAll('-', '/') };
}

/** The defaults of the document, for update and import. */
const defaults = { isRetired: false, expire: '9999/12/31', loginErrorCount: 0 };

function check(store: Store, user: User, code?: string): void {
	const places = (user.subBelong ?? []).map((place, index) => [`subBelong[${index}].`, place]);
	const affiliations = [['', user], ...places] as [prefix: string, place: Affiliation][];
	const messages = collectMessages([
		() => {
			if (user.code !== code && store.users.has(user.code)) {
				throw badRequest(`The [code] [${user.code}] is already used.`);
			}
		},
		() => {
			const own = code ?? user.code;
			if (store.users.codesWithLogin(user.loginId).some((other) => other !== own)) {
				throw badRequest(`The [loginId] [${user.loginId}] is already used.`);
			}
		},
		() => {
			if (!user.loginPass) throw badRequest('[loginPass] is required.');
		},
		...affiliations.map(
			([prefix, place]) =>
				() =>
					checkAffiliation(store, prefix, place),
		),
	]);
	if (messages.length > 0) throw badRequest(...messages);
}

function checkAffiliation(store: Store, prefix: string, place: Affiliation): void {
	const { organizationCode, positionCode } = place;
	const messages = [
		...(organizationCode && !store.organizations.has(organizationCode)
			? [`The [${prefix}organizationCode] [${organizationCode}] does not exist.`]
			: []),
		...(positionCode && !store.positions.has(positionCode)
			? [`The [${prefix}positionCode] [${positionCode}] does not exist.`]
			: []),
	];
	if (messages.length > 0) throw badRequest(...messages);
}

function existing(store: Store, code = '') {
	const user = store.users.get(code);
	if (user === undefined) throw notFound();
	return user;
}

/** loginPass and isRetired are write-only. */
function reply(user: User & { id: number }, dialect: Dialect) {
	const { code, id, name, kana, loginId, organizationCode, ...rest } = user;
	const { expire = '9999/12/31', outsideAccess = false, positionCode = '' } = rest;
	const { loginErrorCount = 0, subBelong = [] } = rest;
	return {
		code,
		id,
		name,
		kana,
		loginId,
		expire: shownDate(expire, dialect),
		outsideAccess,
		organizationCode,
		organizationKeyMan: false,
		positionCode,
		loginErrorCount,
		subBelong: subBelong.map((place) => ({
			organizationCode: place.organizationCode ?? '',
			positionCode: place.positionCode ?? '',
			organizationKeyMan: false,
		})),
	};
}
