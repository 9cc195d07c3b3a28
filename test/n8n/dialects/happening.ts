import type { IDataObject } from 'n8n-workflow';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import type { Identifiers, Service } from '../../../sandbox/service/service';
import { examples, valueIn } from '../../support/events';
import { PERSON, raise } from '../../support/noticing';
import type { Change, Watched } from './stories';

const FORM = 1;
const STATUSES = ['Open', 'In progress', 'Answered', 'Closed'];

/** Returns what the trigger has to emit of the records that exist when it begins. */
export function existing({ store }: Service, { given }: Watched): string[] {
	const { existingSince } = (given.options ?? {}) as IDataObject;
	if (existingSince === undefined) return [];
	const limit = store.records.count(FORM);
	const live = { where: ['isDeleted = 0'], values: [], order: 'recordId', limit, offset: 0 };
	return store.records.select(FORM, live).map(({ recordId }) => `recordCreated ${recordId}`);
}

/** Makes a change at the service, and returns what the trigger has to emit about it. */
export function happen(
	service: Service,
	change: Change,
	{ given, tells }: Watched,
	identifiers: Identifiers,
): string[] {
	const { store } = service;
	const event = String(given.event);
	if (change.kind === 'count') {
		const { id, count } = change;
		const before =
			store.notices
				.all()(PERSON)
				.find((one) => one.id === id)?.count ?? 0;
		raise(service, count, id);
		const example = examples[event as keyof typeof examples];
		return example.about === 'notice' && example.isEmitted(before, count)
			? [`${event} ${id}: ${before} to ${count}`]
			: [];
	}
	const write = (recordId: number, values: object, more: { status?: string; by?: string } = {}) =>
		store.updateRecord(FORM, recordId, { ...withIdentifiers(values, identifiers) }, more);
	const isTold = tells.includes(change.kind);
	if (change.kind === 'create') {
		const values = withIdentifiers({ 'field-1': 'New' }, identifiers);
		const { recordId } = store.createRecord(FORM, values);
		return isTold ? [`recordCreated ${recordId}`] : [];
	}
	const { kind, recordId } = change;
	const before = store.records.get(FORM, recordId)!;
	const status = STATUSES[(STATUSES.indexOf(before.status) + 1) % STATUSES.length]!;
	const text = `Written ${before.updatedAt}`;
	const by = before.updaterCode === 'E0001' ? 'E0002' : 'E0001';
	if (kind === 'edit') write(recordId, { 'field-2': text }, { by });
	if (kind === 'note') write(recordId, { 'field-10': text });
	if (kind === 'status') write(recordId, {}, { status });
	if (kind === 'delete') store.deleteRecord(FORM, recordId);
	const about = valueIn(event);
	if (about) {
		const [was, is] = [before, store.records.get(FORM, recordId)].map((row) => row?.[about.value]);
		return kind === 'delete' || is === was ? [] : [`${event} ${recordId}: ${was} to ${is}`];
	}
	if (!isTold) return [];
	return [`${kind === 'delete' ? event : 'recordUpdated'} ${recordId}`];
}

/** Puts an item of the trigger into the same words. */
export function wordsOf(item: IDataObject): string {
	const { event, recordId, id, previousCount, count } = item;
	if (recordId === undefined)
		return `${String(event)} ${String(id)}: ${String(previousCount)} to ${String(count)}`;
	const about = valueIn(String(event));
	const values = about ? `: ${String(item[about.previous])} to ${String(item[about.value])}` : '';
	return `${String(event)} ${String(recordId)}${values}`;
}
