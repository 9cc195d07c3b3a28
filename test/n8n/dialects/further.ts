import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { byId } from '../../support/world';
import type { Scenario } from '../scenarios/scenario';

/** Runs that meet what the scenarios of the operations do not. */
interface Further extends Pick<Scenario, 'given' | 'items' | 'prepare'> {
	readonly name: string;
	/** The silent points that it is for; `npm run test:long` tries it with all. */
	readonly rows: readonly number[];
}

const mapped = (value: INodeParameters, matchingColumns: string[] = []): INodeParameters => ({
	recordMapper: { mappingMode: 'defineBelow', value, matchingColumns, schema: [] },
});
const asJson = (record: object) => ({
	specifyRecord: 'json',
	recordJson: JSON.stringify(record),
});
const items = (...jsons: Array<Record<string, string | number>>) => jsons.map((json) => ({ json }));
const imported = { specifyRecord: 'json', recordJson: '={{ { "field-1": $json.subject } }}' };

/** Written in another order than that of their IDs. */
const rewritten = ({ store }: Service) => {
	for (const id of [9, 4, 3]) store.updateRecord(4, id, {}, { updatedAt: '2026-02-01 09:00:00' });
};
const fullPage = ({ store }: Service) => {
	const code = (n: number) => `P${n}`;
	for (let n = 7; n <= 1000; n++) store.positions.add({ code: code(n), name: 'x', kana: 'x' });
};
const withoutFilters = ({ store }: Service) => {
	const form = store.forms.get(1)!;
	store.addForm({ ...form, filters: [] });
};
const query = {
	form: byId(4),
	limit: 3,
	options: { order: byId('field-41'), fields: ['field-41'], names: 'identifiers' },
};
const deleteThird = ({ store }: Service) => store.deleteRecord(1, 3);

// prettier-ignore
export const further: readonly Further[] = [
	{ name: 'record.getAll, whole form', rows: [6, 10, 16, 20, 21, 24, 25], given: { form: byId(1), returnAll: true } },
	{ name: 'record.getAll, tables', rows: [20, 21, 25], given: { form: byId(2), returnAll: true } },
	{ name: 'record.getAll, lists', rows: [16, 20, 21, 25], given: { form: byId(3), returnAll: true } },
	{ name: 'record.getAll, as it came', rows: [20, 21, 24], given: { form: byId(1), limit: 10, simplify: false } },
	{ name: 'record.getAll, by identifiers', rows: [20, 21, 25], given: { form: byId(2), limit: 3, options: { names: 'identifiers' } } },
	{ name: 'record.getAll, related codes', rows: [21, 24], given: { form: byId(1), limit: 5, options: { fields: ['field-1', 'field-6[1]', 'field-7[1]'] } } },
	{ name: 'record.getAll, equal rows', rows: [6, 7, 8, 9], given: { form: byId(4), limit: 200, options: { order: byId('field-45'), fields: ['field-45'] } }, prepare: rewritten },
	{ name: 'record.getAll, with a query', rows: [17, 25], given: { ...query, filters: { query: 'field-45 = "New"' } } },
	{ name: 'record.getAll, without a query', rows: [17], given: query },
	{ name: 'record.getAll, one deleted', rows: [10, 22, 24], given: { form: byId(1), limit: 50 }, prepare: deleteThird },
	{ name: 'record.get, one deleted', rows: [10], given: { form: byId(1), recordId: byId(3) }, prepare: deleteThird },
	{ name: 'record.create, table', rows: [12, 15, 21], given: { form: byId(2), ...mapped({ 'field-21': 'C-900', 'field-22': 'New', 'field-24': '[{"Contact name":"Ann"}]' }) } },
	{ name: 'record.update, without the key', rows: [14, 15, 25], given: { form: byId(2), recordId: byId(3), ...mapped({ 'field-22': 'Renamed' }) } },
	{ name: 'record.update, whole', rows: [14, 20, 21, 25], given: { form: byId(1), recordId: byId(2), ...asJson({ 'field-1': 'Renamed' }), options: { wholeRecord: true } } },
	{ name: 'record.update, second field', rows: [14, 25], given: { form: byId(1), recordId: byId(2), ...asJson({ 'field-1': 'Renamed', 'field-2': 'Because' }) } },
	{ name: 'record.update, calculated, JSON', rows: [16, 19], given: { form: byId(3), recordId: byId(2), ...asJson({ 'field-31': 'Desk', 'field-35': 7 }) } },
	{ name: 'record.update, calculated, mapped', rows: [14, 16, 25], given: { form: byId(3), recordId: byId(2), ...mapped({ 'field-31': 'Desk', 'field-35': 7 }) } },
	{ name: 'record.import, with a record ID', rows: [11, 14], given: { form: byId(1), ...imported, options: { recordId: 5 } }, items: items({ subject: 'Five' }) },
	{ name: 'record.import, one refused', rows: [11, 19], given: { form: byId(1), ...imported }, items: items({ subject: 'One' }, { subject: 'x'.repeat(101) }) },
	{ name: 'record.upsert, updating', rows: [11, 14, 15, 20, 21], given: { form: byId(2), ...mapped({ 'field-21': '={{ $json.code }}', 'field-22': 'Renamed' }, ['field-21']) }, items: items({ code: 'C-003' }, { code: 'C-903' }) },
	{ name: 'record.upsert, updating by import', rows: [11, 14, 22], given: { form: byId(3), ...mapped({ 'field-31': '={{ $json.name }}', 'field-34': 9 }, ['field-31']), options: { updateByImport: true } }, items: items({ name: 'Delivery van 3' }, { name: 'Label printer 4' }) },
	{ name: 'record.upsert, by number and choice', rows: [14, 16, 20, 21, 25], given: { form: byId(3), ...mapped({ 'field-31': 'Found', 'field-33': 62000, 'field-34': 2, 'field-32': ['Furniture'] }, ['field-33', 'field-34', 'field-32']) } },
	{ name: 'position.getAll, a full page', rows: [4, 5, 6, 20], given: { returnAll: true }, prepare: fullPage },
	{ name: 'user.import, several', rows: [13], given: { newCode: '={{ $json.code }}', name: 'New', kana: 'New', loginId: '={{ $json.code }}', organizationCode: byId('ORG02'), options: { loginPass: 'secret-1' } }, items: items({ code: 'E0101' }, { code: 'E0102' }) },
	{ name: 'comment.get, its files', rows: [20, 26], given: { form: byId(1), recordId: byId(1), commentId: byId(3), options: { downloadFiles: true } } },
	{ name: 'comment.getAll, one deleted', rows: [10, 20], given: { form: byId(1), recordId: byId(1), returnAll: true }, prepare: ({ store }) => store.comments.markDeleted(2) },
	{ name: 'comment.get, one deleted', rows: [10], given: { form: byId(1), recordId: byId(1), commentId: byId(2) }, prepare: ({ store }) => store.comments.markDeleted(2) },
	{ name: 'notice.get, counts of 0', rows: [20, 23], given: { code: byId('E0020') } },
	{ name: 'notice.get, none', rows: [23], given: { code: byId('E0020') }, prepare: withoutFilters },
];
