import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { timestamp } from '../../../sandbox/service/clock';
import type { Service } from '../../../sandbox/service/service';
import { byId } from '../../support/world';
import { byHand } from '../runs';
import { scenarios } from '../scenarios/all';
import type { Scenario } from '../scenarios/scenario';

/** One run of the node, and what is right under the plain dialect where its scenario says so. */
export interface Run {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
	readonly prepare?: (service: Service) => void;
	readonly right?: Pick<Scenario, 'sends' | 'gives'> | Pick<Scenario, 'fails'>;
	/** The form that it concerns, or 0. */
	readonly form: number;
	/** The silent points that it is for; all when absent. */
	readonly rows?: readonly number[];
}

const formIn = ({ form }: INodeParameters): number => {
	const { value = 0 } = (form ?? {}) as { value?: unknown };
	return Number(/\d+/.exec(String(value))?.[0] ?? 0);
};

const NO_INPUT: INodeExecutionData[] = [{ json: {} }];

/** Each operation twice: as it succeeds, and as it fails. */
const ofScenarios = entries.flatMap(({ key, resourceName, operationName }): Run[] => {
	const scenario: Scenario = scenarios[key];
	const { given, prepare, gives, fails, items = NO_INPUT } = scenario;
	const sends = scenario.sendsFirst ?? scenario.sends;
	const parameters = { resource: resourceName, operation: operationName, ...given };
	const run = { items, form: formIn(given) };
	const failing = { ...parameters, ...fails.given };
	return [
		{ ...run, name: key, parameters, prepare, right: { sends, gives } },
		{ ...run, name: `${key}, failing`, parameters: failing, right: { fails } },
	];
});

/** Runs that meet what the scenarios of the operations do not. */
interface Further extends Pick<Scenario, 'given' | 'items' | 'prepare'> {
	readonly name: string;
	/** The silent points that it is for; `npm run test:long` tries it with all. */
	readonly rows: readonly number[];
}

const asJson = (record: object) => ({ specifyRecord: 'json', recordJson: JSON.stringify(record) });
const items = (...jsons: Array<Record<string, string | number>>) => jsons.map((json) => ({ json }));
const imported = { specifyRecord: 'json', recordJson: '={{ { "field-1": $json.subject } }}' };

/** In another order than that of their IDs, and not a round number of rows, which a page that was cut might hold. */
const rewritten = ({ store }: Service) => {
	store.addRecords(4, [{ values: {}, createdAt: '2026-01-01 09:00:00' }]);
	for (const id of [9, 4, 3]) store.updateRecord(4, id, {}, { updatedAt: '2026-02-01 09:00:00' });
};
const manyRecords = ({ store }: Service) => {
	const [first] = store.forms.get(4)!.fields;
	const values = { [first!.uniqueId]: 'More' };
	const morning = Date.UTC(2026, 1, 1);
	const createdAt = (n: number) => timestamp(new Date(morning + n * 60_000), 0);
	const rows = Array.from({ length: 1_000 }, (_, n) => ({ values, createdAt: createdAt(n) }));
	store.addRecords(4, rows);
};
const retired = ({ store }: Service) => {
	const { id: _, ...user } = store.users.get('E0005')!;
	const unusual = { isRetired: true, expire: '2027/03/31', loginErrorCount: 3 };
	store.users.replace('E0005', { ...user, ...unusual });
};
/** Text, as a service writes what no number holds. */
const HUGE = '90071992547409931234';
const hugeValue = ({ store }: Service) => {
	const [name, kind, price, , , day] = store.forms.get(3)!.fields.map(({ uniqueId }) => uniqueId);
	const values = { [name!]: 'Tower', [kind!]: ['Leased'], [price!]: HUGE, [day!]: '2025/03/15' };
	store.addRecords(3, [{ values }]);
};
const query = {
	form: byId(4),
	limit: 3,
	options: { order: byId('field-41'), fields: ['field-41'], names: 'identifiers' },
};

// prettier-ignore
const further: readonly Further[] = [
	{ name: 'record.getAll, whole form', rows: [6, 10, 16, 20, 21, 24, 25, 55, 56], given: { form: byId(1), returnAll: true } },
	{ name: 'record.getAll, tables', rows: [20, 21, 25], given: { form: byId(2), returnAll: true } },
	{ name: 'record.getAll, lists', rows: [16, 20, 21, 25], given: { form: byId(3), returnAll: true } },
	{ name: 'record.getAll, related codes', rows: [21, 24], given: { form: byId(1), limit: 5, options: { fields: ['field-1', 'field-6[1]', 'field-7[1]'] } } },
	{ name: 'record.getAll, equal rows', rows: [6, 7, 8, 9, 56], given: { form: byId(4), limit: 200, options: { order: byId('field-45'), fields: ['field-45'] } }, prepare: rewritten },
	{ name: 'record.getAll, with a query', rows: [17, 25], given: { ...query, filters: { query: 'field-45 = "New"' } } },
	{ name: 'record.getAll, one deleted', rows: [10, 22, 24], given: { form: byId(1), limit: 50 }, prepare: ({ store }) => store.deleteRecord(1, 3) },
	{ name: 'record.create, found', rows: [12, 21, 22, 24, 25, 28, 56], given: { form: byId(2), ...byHand({ 'field-21': 'C-900', 'field-22': 'New' }), options: { findNew: true } } },
	{ name: 'record.update, whole', rows: [14, 20, 21, 25, 41, 43, 55], given: { form: byId(1), recordId: byId(2), ...asJson({ 'field-1': 'Renamed' }), options: { wholeRecord: true } } },
	{ name: 'record.update, calculated, JSON', rows: [16, 19], given: { form: byId(3), recordId: byId(2), ...asJson({ 'field-31': 'Desk', 'field-35': 7 }) } },
	{ name: 'record.import, with a record ID', rows: [11, 14], given: { form: byId(1), ...imported, options: { recordId: 5 } }, items: items({ subject: 'Five' }) },
	{ name: 'record.import, one rejected', rows: [11, 19], given: { form: byId(1), ...imported }, items: items({ subject: 'One' }, { subject: 'x'.repeat(101) }) },
	{ name: 'record.upsert, updating', rows: [11, 14, 15, 20, 21, 56], given: { form: byId(2), ...byHand({ 'field-21': '={{ $json.code }}', 'field-22': 'Renamed' }, ['field-21']) }, items: items({ code: 'C-003' }, { code: 'C-903' }) },
	{ name: 'record.upsert, dry run', rows: [14, 15, 16, 20, 21, 25, 56], given: { form: byId(3), ...byHand({ 'field-31': 'Found', 'field-33': '={{ $json.price }}', 'field-34': 2, 'field-32': ['Furniture'] }, ['field-33', 'field-34', 'field-32']), dryRun: true }, items: items({ price: 62000 }, { price: 1 }) },
	{ name: 'record.update, dry run by values', rows: [10, 14, 20, 21, 25, 56], given: { form: byId(1), findBy: 'values', matches: { row: [{ field: byId('uniqueId'), value: '={{ $json.ticket }}' }] }, ...byHand({ 'field-6': 'High', 'field-8': '2026-02-01', 'field-9': 2.5 }), dryRun: true }, items: items({ ticket: 'SUP00005' }, { ticket: 'SUP00006' }) },
	{ name: 'record.upsert, by number and choice', rows: [14, 16, 20, 21, 25], given: { form: byId(3), ...byHand({ 'field-31': 'Found', 'field-33': 62000, 'field-34': 2, 'field-32': ['Furniture'] }, ['field-33', 'field-34', 'field-32']) } },
	{ name: 'comment.get, its files', rows: [20, 26], given: { form: byId(1), recordId: byId(1), commentId: byId(3), options: { downloadFiles: true } } },
	{ name: 'notice.getAll, counts of 0', rows: [20, 23], given: { code: byId('E0020') } },
	{ name: 'record.create, a moment', rows: [22, 27, 38, 42], given: { form: byId(4), ...byHand({ 'field-41': 'PO-1', 'field-44': '2026-04-01T02:30:00Z' }) } },
	{ name: 'record.update, dates unchanged', rows: [27, 38], given: { form: byId(4), recordId: byId(3), ...asJson({ 'field-41': 'PO-3', 'field-44': '2026/01/05 11:00:00' }) } },
	{ name: 'record.getAll, two pages', rows: [6, 29, 30, 39, 55, 56], given: { form: byId(4), returnAll: true, options: { fields: ['field-41'] } }, prepare: manyRecords },
	{ name: 'record.getAll, changed after', rows: [6, 7, 10, 20, 22, 24, 27, 29, 30, 37, 38, 39, 42, 55, 56], given: { form: byId(4), returnAll: true, filters: { changedAfter: '2026-02-01 05:00:00' }, options: { fields: ['field-41'] } }, prepare: manyRecords },
	{ name: 'record.getAll, conditions', rows: [10, 16, 20, 21, 24, 25, 38, 39, 43, 56], given: { form: byId(1), returnAll: true, conditions: { row: [{ field: byId('field-6'), condition: 'equals', value: 'High' }, { field: byId('field-4'), condition: 'contains', value: 'E0002' }, { field: byId('field-7'), condition: 'contains', value: 'Phone' }, { field: byId('field-9'), condition: 'more', value: 12 }] }, options: { fields: ['field-4', 'field-6', 'field-7', 'field-9'] } } },
	{ name: 'record.getAll, any condition', rows: [10, 16, 20, 21, 24, 25, 38, 39, 43, 56], given: { form: byId(1), returnAll: true, mustMatch: 'any', conditions: { row: [{ field: byId('field-6'), condition: 'equals', value: 'High' }, { field: byId('field-4'), condition: 'contains', value: 'E0002' }, { field: byId('field-7'), condition: 'contains', value: 'Phone' }, { field: byId('field-9'), condition: 'more', value: 12 }] }, options: { fields: ['field-4', 'field-6', 'field-7', 'field-9'] } } },
	{ name: 'form.getAll, by a part of the name', rows: [31], given: { filters: { name: 'port' } } },
	{ name: 'user.getAll, by another case', rows: [31], given: { filters: { name: 'aiko' } } },
	{ name: 'record.getAll, by a keyword without fields', rows: [32], given: { form: byId(1), limit: 3, filters: { keyword: 'VPN' }, options: { fields: ['field-1'], names: 'identifiers' } } },
	{ name: 'record.create, all kinds', rows: [33, 41], given: { form: byId(1), ...byHand({ 'field-1': 'All', 'field-10': 'Kinds', 'field-6': 'High', 'field-7': ['Mail', 'Chat'], 'field-8': '2026-02-01', 'field-9': 2.5 }) } },
	{ name: 'record.create, by name', rows: [4, 20, 43], given: { form: byId(1), ...byHand({ 'field-1': 'Who', 'field-4': ['aiko tanaka', 'E0003'], 'field-5': 'SALES' }), options: { findByName: true } } },
	{ name: 'user.upsert, automatic', rows: [14, 38], given: { mappingMode: 'autoMapInputData' }, items: [{ json: { Code: 'E0003', name: 'Renamed', 'Phonetic Name (Kana)': 'Renamed', loginId: 'user3', organizationCode: 'ORG02', Position: 'P2' } }, { json: { code: 'E0900', name: 'New', kana: 'New', loginId: 'new', organizationCode: 'ORG02', loginPass: 'secret-1', colour: 'red' } }] },
	{ name: 'user.update, of a retired one', rows: [14, 36, 38], given: { code: byId('E0005'), additionalFields: { name: 'Renamed' } }, prepare: retired },
	{ name: 'user.import, of a retired one', rows: [14, 36], given: { newCode: 'E0005', name: 'Renamed', kana: 'Renamed', loginId: 'user5', organizationCode: byId('ORG02'), options: {} }, prepare: retired },
	{ name: 'notice.getAll, of a retired one', rows: [35], given: { code: byId('E0030') } },
	{ name: 'record.upsert, by a value beyond 2^53', rows: [39], given: { form: byId(3), ...byHand({ 'field-31': 'Tower', 'field-33': HUGE, 'field-34': 2 }, ['field-33']) }, prepare: hugeValue },
];

const ofFurther = further.map(({ name, given, items = NO_INPUT, ...run }): Run => {
	const [resource, operation] = name.split(/[.,]/);
	const parameters = { resource, operation, ...given } as INodeParameters;
	return { ...run, name, parameters, items, form: formIn(given) };
});

export const runs: readonly Run[] = [...ofScenarios, ...ofFurther];

export function runNamed(name: string): Run {
	const found = runs.find((run) => run.name === name);
	if (!found) throw new Error(`No run is called ${name}`);
	return found;
}

/** Input that is rejected before anything is sent cannot depend on the service. */
export const sending = runs.filter(
	({ right }) => !right || ('fails' in right ? right.fails.requests > 0 : right.sends.length > 0),
);

/** The scenario of each operation as it succeeds. */
export const examples = ofScenarios.filter(
	(run): run is Run & { right: Pick<Scenario, 'sends' | 'gives'> } =>
		run.right !== undefined && 'sends' in run.right,
);
