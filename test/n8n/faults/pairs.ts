import type { INodeParameters } from 'n8n-workflow';
import type { OperationKey } from '../../support/entries';
import type { Service } from '../../../sandbox/service/service';
import { byId } from '../../support/world';
import type { Scenario } from '../scenarios/scenario';

interface Pair {
	/** The JSON of two items. */
	readonly items: ReadonlyArray<{ readonly [name: string]: string | number }>;
	/** Parameters that differ from the scenario's. */
	readonly given: INodeParameters;
	readonly prepare?: (service: Service) => void;
}

const code = '={{ $json.code }}';
const ids = (parameter: string, ...all: Array<string | number>): Pair => ({
	items: all.map((id) => ({ id })),
	given: { [parameter]: byId('={{ $json.id }}') },
});
const existing = (...codes: string[]): Pair => ({
	items: codes.map((one) => ({ code: one })),
	given: { code: byId(code) },
});
const added = (more: INodeParameters, ...codes: string[]): Pair => ({
	items: codes.map((one) => ({ code: one })),
	given: { newCode: code, ...more },
});

/**
 * What makes two items out of a scenario's one, for each way in which operations send their items. Other operations
 * send theirs in one of these ways, or have several items in their scenario.
 */
export const pairs: { readonly [K in OperationKey]?: Pair } = {
	'comment.create': ids('recordId', 'SUP00001', 1),
	'comment.delete': ids('commentId', 1, 2),
	'organization.create': added({}, 'LAB', 'LAB2'),
	'organization.update': {
		...existing('LAB', 'LAB2'),
		prepare: ({ store }) =>
			void store.organizations.add({ code: 'LAB2', name: 'Laboratory', kana: 'Laboratory' }),
	},
	'position.import': added({}, 'LEAD', 'LEAD2'),
	'position.update': {
		...existing('P2', 'P3'),
		given: {
			code: byId(code),
			additionalFields: { newCode: `${code}A`, name: 'New', kana: 'New' },
		},
	},
	'record.get': ids('recordId', 'SUP00002', 'SUP00003'),
	'record.update': ids('recordId', 3, 4),
	'user.create': added({ loginId: code }, 'E0100', 'E0101'),
	'user.delete': existing('E0030', 'E0029'),
	'user.import': added({ loginId: code }, 'E0003', 'E0004'),
	'user.retire': existing('E0006', 'E0007'),
};

/** The scenario with two items or more, the first of a pair its own; undefined if it has one and no pair. */
export function paired(key: OperationKey, scenario: Scenario): Scenario | undefined {
	const { items = [{ json: {} }], given, prepare } = scenario;
	const pair = pairs[key];
	if (!pair) return items.length > 1 ? scenario : undefined;
	return {
		...scenario,
		items: pair.items.map((json) => ({ ...items[0], json: { ...json } })),
		given: { ...given, ...pair.given },
		prepare(service) {
			prepare?.(service);
			pair.prepare?.(service);
		},
	};
}
