import { badRequest, notFound } from '../errors.ts';
import { namedLike } from '../names.ts';
import { type Call, created, noContent, type Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import type { Organization } from '../resources.ts';
import type { Store } from '../store.ts';
import { collectMessages } from '../values.ts';
import { importRows } from './import-rows.ts';

export const listOrganizations: Operation = ({ query, store, dialect }) => {
	const isWanted = namedLike(query.name, dialect);
	const found = pageOf(query, dialect, (page) => store.organizations.list({ isWanted, ...page }));
	return { status: 200, body: { organizations: found.map(reply) } };
};

export const getOrganization: Operation = ({ params, store }) => ({
	status: 200,
	body: reply(existing(store, params.code)),
});

export const createOrganization: Operation = (call) => {
	create(call, call.body as Organization);
	return created;
};

export const updateOrganization: Operation = (call) => {
	const { code } = existing(call.store, call.params.code);
	// The document calls the body optional: without one there is nothing to change.
	if (call.body !== undefined) update(call, code, call.body as Organization);
	return noContent;
};

export const deleteOrganization: Operation = ({ params, store }) => {
	const { code } = existing(store, params.code);
	const inUse =
		store.organizations.list().some((organization) => organization.parentCode === code) ||
		store.users.list().some(({ organizationCode, subBelong = [] }) => {
			return [{ organizationCode }, ...subBelong].some((one) => one.organizationCode === code);
		});
	if (inUse) throw badRequest(`The organization [${code}] has sub-organizations or users.`);
	store.organizations.delete(code);
	return noContent;
};

export const importOrganizations: Operation = (call) => {
	const { organizations } = call.body as { organizations: Organization[] };
	importRows(call, 'organizations', organizations, (organization) => {
		if (call.store.organizations.has(organization.code)) {
			update(call, organization.code, organization);
		} else {
			create(call, organization);
		}
	});
	return noContent;
};

function create({ store }: Call, organization: Organization): void {
	check(store, organization);
	store.organizations.add(organization);
}

function update({ store, dialect }: Call, code: string, body: Organization): void {
	const before = withoutId(existing(store, code));
	const organization = dialect.updateBody === 'partial' ? { ...before, ...body } : body;
	store.change(() => {
		check(store, organization, code);
		store.organizations.replace(code, organization);
		if (organization.code !== code) rename(store, code, organization.code);
	});
}

function check(store: Store, organization: Organization, code?: string): void {
	const { parentCode } = organization;
	const messages = collectMessages([
		() => {
			if (organization.code !== code && store.organizations.has(organization.code)) {
				throw badRequest(`The [code] [${organization.code}] is already used.`);
			}
		},
		() => {
			if (parentCode && !store.organizations.has(parentCode)) {
				throw badRequest(`The [parentCode] [${parentCode}] does not exist.`);
			}
		},
		() => {
			if (parentCode && code !== undefined && isWithin(store, parentCode, code)) {
				throw badRequest(
					`The [parentCode] [${parentCode}] is the organization itself or below it.`,
				);
			}
		},
	]);
	if (messages.length > 0) throw badRequest(...messages);
}

function isWithin(store: Store, code: string, ancestor: string): boolean {
	if (code === ancestor) return true;
	const parentCode = store.organizations.get(code)?.parentCode;
	return Boolean(parentCode) && isWithin(store, parentCode as string, ancestor);
}

function rename(store: Store, from: string, to: string): void {
	const renamed = (code: string | undefined) => (code === from ? to : code);
	for (const organization of store.organizations.list()) {
		if (organization.parentCode !== from) continue;
		store.organizations.replace(organization.code, { ...withoutId(organization), parentCode: to });
	}
	for (const { id: _, ...user } of store.users.list()) {
		const subBelong = user.subBelong?.map((one) => ({
			...one,
			organizationCode: renamed(one.organizationCode),
		}));
		const organizationCode = renamed(user.organizationCode) as string;
		store.users.replace(user.code, { ...user, organizationCode, ...(subBelong && { subBelong }) });
	}
}

function existing(store: Store, code = '') {
	const organization = store.organizations.get(code);
	if (organization === undefined) throw notFound();
	return organization;
}

const withoutId = ({ id: _, ...organization }: Organization & { id: number }) => organization;

function reply({ code, id, name, kana, ...rest }: Organization & { id: number }) {
	const { alias = '', aliasKana = '', parentCode = '', note = '' } = rest;
	return { code, id, name, kana, alias, aliasKana, parentCode, note };
}
