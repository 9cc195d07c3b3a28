import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { byId, jsonOf } from '../../../support/world';

/** Runs that work on a whole directory, and directories of a certain size or shape. */
const person = {
	newCode: '={{ $json.code }}',
	name: '={{ $json.name }}',
	kana: '={{ $json.name }}',
	loginId: '={{ $json.code }}',
	organizationCode: byId('ORG02'),
};
const additionalFields = { loginPass: 'first password' };

export const upserting: INodeParameters = { resource: 'user', operation: 'upsert', ...person };
export const creating: INodeParameters = { ...upserting, additionalFields };
export const syncing: INodeParameters = {
	resource: 'user',
	operation: 'sync',
	dryRun: false,
	...person,
	additionalFields,
};
export const syncingTree: INodeParameters = {
	resource: 'organization',
	operation: 'sync',
	dryRun: false,
	newCode: '={{ $json.code }}',
	name: '={{ $json.code }}',
	kana: '={{ $json.code }}',
	additionalFields: { parentCode: byId('={{ $json.parent }}') },
};

export function user(n: number) {
	const code = `U${n}`;
	const name = { name: code, kana: code };
	return { code, ...name, loginId: code, loginPass: 'own', organizationCode: 'ORG02' };
}

export const range = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, n) => from + n);

export const itemsOf = (numbers: readonly number[], name?: string): INodeExecutionData[] =>
	numbers.map((n) => ({ json: { code: `U${n}`, name: name ?? `U${n}` } }));

/** The service with this many users, from U0 on, and nobody else. */
export function withUsers({ store }: Service, count: number): void {
	store.change(() => {
		for (const { code } of store.users.list()) store.users.delete(code);
		for (let n = 0; n < count; n++) store.users.add(user(n));
	});
}

/** Organizations by code, each with the one above it. */
type Tree = Readonly<Record<string, string>>;

export const itemsOfTree = (tree: Tree): INodeExecutionData[] =>
	Object.entries(tree).map(([code, parent]) => ({ json: { code, parent } }));

/** The service with these organizations only, and no users. */
export function withTree(service: Service, tree: Tree): void {
	withUsers(service, 0);
	const { organizations } = service.store;
	for (const { code } of organizations.list()) organizations.delete(code);
	for (const [code, parentCode] of Object.entries(tree))
		organizations.add({ code, name: code, kana: code, parentCode });
}

export const treeIn = ({ store }: Service): Tree =>
	Object.fromEntries(store.organizations.list().map((one) => [one.code, one.parentCode ?? '']));

export const methodsOf = ({ log }: Service) => log.map(({ method }) => method).join(' ');
export const actionsOf = (output: INodeExecutionData[]) =>
	jsonOf(output).map(({ action }) => action);
export const codesIn = ({ store }: Service) => store.users.list().map(({ code }) => code);
