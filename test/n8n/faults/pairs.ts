import type { INodeParameters } from 'n8n-workflow';
import type { OperationKey } from '../../support/entries';
import type { Service } from '../../../sandbox/service/service';
import { byId } from '../../support/world';
import type { Scenario } from '../scenarios/scenario';

interface Pair {
	/** The JSON of two items; two copies of the scenario's item when absent. */
	readonly items?: readonly [object, object];
	/** Parameters that differ from the scenario's. */
	readonly given?: INodeParameters;
	readonly prepare?: (service: Service) => void;
}

const codes = (one: string, other: string) => [{ code: one }, { code: other }] as const;
const newCode = '={{ $json.code }}';
const existing = { given: { code: byId(newCode) } };
const records = (one: unknown, other: unknown): Pair => ({
	items: [{ id: one }, { id: other }],
	given: { recordId: byId('={{ $json.id }}') },
});
const LAB = { name: 'Laboratory', kana: 'Laboratory' };
const labs = codes('LAB', 'LAB2');
const leads = { items: codes('LEAD', 'LEAD2'), given: { newCode } };
const addLab = ({ store }: Service) => void store.organizations.add({ code: 'LAB2', ...LAB });

/** What makes two items out of a scenario's one, where two copies of it would get in each other's way. */
export const pairs: { readonly [K in OperationKey]?: Pair } = {
	'comment.create': records('SUP00001', 1),
	'comment.delete': {
		items: [{ id: 1 }, { id: 2 }],
		given: { commentId: byId('={{ $json.id }}') },
	},
	'organization.create': { items: labs, given: { newCode } },
	'organization.delete': { items: labs, ...existing, prepare: addLab },
	'organization.update': { items: labs, ...existing, prepare: addLab },
	'position.create': leads,
	'position.delete': {
		items: codes('LEAD', 'LEAD2'),
		...existing,
		prepare: ({ store }) => void store.positions.add({ code: 'LEAD2', name: 'x', kana: 'x' }),
	},
	'position.import': leads,
	'position.sync': leads,
	'position.update': {
		items: codes('P2', 'P3'),
		given: {
			...existing.given,
			additionalFields: { newCode: '={{ $json.code }}A', name: 'New', kana: 'New' },
		},
	},
	'position.upsert': { items: codes('P1', 'P2'), given: { newCode } },
	'record.get': records('SUP00002', 'SUP00003'),
	'record.update': records(3, 4),
	'user.create': { items: codes('E0100', 'E0101'), given: { newCode, loginId: newCode } },
	'user.delete': { items: codes('E0030', 'E0029'), ...existing },
	'user.import': { items: codes('E0003', 'E0004'), given: { newCode, loginId: newCode } },
	'user.restore': { items: codes('E0006', 'E0007'), ...existing },
	'user.retire': { items: codes('E0006', 'E0007'), ...existing },
	'user.update': { items: codes('E0005', 'E0004'), ...existing },
	'user.upsert': {
		items: [
			{ code: 'E0006', name: 'Farah Haddad', login: 'user6', organization: 'ORG06' },
			{ code: 'E0007', name: 'New', login: 'user7', organization: 'ORG07' },
		],
	},
};

/** The scenario with two items, the first of them its own. */
export function paired(key: OperationKey, scenario: Scenario): Scenario {
	const { items = [{ json: {} }], given, prepare } = scenario;
	const [first] = items;
	const pair = pairs[key];
	if (!first || (items.length > 1 && !pair)) return scenario;
	const jsons = pair?.items ?? [first.json, first.json];
	return {
		...scenario,
		items: jsons.map((json) => ({ ...first, json: { ...json } })),
		given: { ...given, ...pair?.given },
		prepare(service) {
			prepare?.(service);
			pair?.prepare?.(service);
		},
	};
}
