import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import type { Identifiers, Service } from '../../../sandbox/service/service';
import { examples, valueIn, type RecordChange } from '../../support/events';
import { given as ofNotices, PERSON, raise } from '../../support/noticing';
import { formId } from '../../support/watching';

const FORM = 1;
const STATUSES = ['Open', 'In progress', 'Answered', 'Closed'];

/** Something that happens to a record, to a notice that then has this count, or to the user with a number. */
type Change = readonly [
	kind: RecordChange | 'count' | keyof typeof OF_USERS,
	id?: number,
	count?: number,
];

/** What happens before a poll, and how many seconds the service's clock advances before and after it. */
interface Step {
	readonly changes: readonly Change[];
	readonly seconds: readonly [before: number, after: number];
	/** Others use up the rate limit before the poll, if there is one. */
	readonly isCrowded?: boolean;
	/** The service's clock may step back first. */
	readonly mayStepBack?: boolean;
}

/** After these polls, everything that has happened is visible. */
const QUIET: readonly Step[] = Array.from({ length: 2 }, () => ({
	changes: [],
	seconds: [150, 0],
}));

// prettier-ignore
/** Every kind of change, in several polls, and again after a while. */
export const STORY: readonly Step[] = [
	{ changes: [['create'], ['edit', 1], ['note', 2], ['status', 3], ['delete', 25], ['count', 8, 2], ['join', 101], ['move', 4], ['leave', 6]], seconds: [40, 10], isCrowded: true },
	{ changes: [['create'], ['edit', 4], ['status', 5], ['delete', 26], ['count', 9, 1], ['join', 102], ['move', 8], ['leave', 7]], seconds: [1, 0] },
	{ changes: [['create'], ['note', 6], ['move', 9]], seconds: [60, 15], isCrowded: true },
	...QUIET,
	{ changes: [['create'], ['edit', 3], ['note', 1], ['status', 2], ['delete', 27], ['count', 8, 0], ['count', 9, 3], ['join', 103], ['move', 10], ['move', 11], ['leave', 12]], seconds: [40, 10], isCrowded: true, mayStepBack: true },
	...QUIET,
];

export interface Watched {
	readonly given: INodeParameters;
	/** The changes of records that it emits, if they do not depend on a value. */
	readonly tells: readonly RecordChange[];
}

// What is compared of organizations and fields is compared in the same way.
const told = Object.entries(examples).filter(
	([event, { about }]) => about !== 'entry' || event.startsWith('user'),
);
const each = told.map(([event, example]): [string, Watched] => [
	event,
	example.about === 'notice'
		? { given: ofNotices(event), tells: [] }
		: {
				given: { event, form: formId(FORM) },
				tells: 'changes' in example ? example.changes : [],
			},
]);

const withOptions = (event: keyof typeof examples, options: INodeParameters): Watched => {
	const { given, tells } = Object.fromEntries(each)[event]!;
	return { given: { ...given, options }, tells };
};

/** Every event of the trigger, and some with options. */
export const watched: Readonly<Record<string, Watched>> = {
	...Object.fromEntries(each),
	recordCreatedOrUpdated: withOptions('recordCreatedOrUpdated', { fields: 'field-1,field-2' }),
	'recordUpdated, of one field': {
		...withOptions('recordUpdated', { watchedFields: ['field-10'] }),
		tells: ['note'],
	},
	'recordCreatedOrUpdated, with an overlap of an hour': withOptions('recordCreatedOrUpdated', {
		overlap: 3_720,
	}),
	'recordCreatedOrUpdated, from what exists on': withOptions('recordCreatedOrUpdated', {
		existingSince: '1970-01-01',
	}),
};

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
	const [kind, recordId = 0, count = 0] = change;
	if (kind === 'count') {
		const id = String(recordId);
		const notices = store.notices.all()(PERSON);
		const before = notices.find((one) => one.id === id)?.count ?? 0;
		raise(service, count, id);
		const example = examples[event as keyof typeof examples];
		const isEmitted = example.about === 'notice' && example.isEmitted(before, count);
		return isEmitted ? [`${event} ${id}: ${before} to ${count}`] : [];
	}
	if (kind in OF_USERS) return happenToUser(store, event, kind as keyof typeof OF_USERS, recordId);
	const isTold = tells.includes(kind as RecordChange);
	if (kind === 'create') {
		const values = withIdentifiers({ 'field-1': 'New' }, identifiers);
		const { recordId } = store.createRecord(FORM, values);
		return isTold ? [`recordCreated ${recordId}`] : [];
	}
	const write = (values: object, more: { status?: string; by?: string } = {}) =>
		store.updateRecord(FORM, recordId, { ...withIdentifiers(values, identifiers) }, more);
	const before = store.records.get(FORM, recordId)!;
	const status = STATUSES[(STATUSES.indexOf(before.status) + 1) % STATUSES.length]!;
	const text = `Written ${before.updatedAt}`;
	const by = before.updaterCode === 'E0001' ? 'E0002' : 'E0001';
	if (kind === 'edit') write({ 'field-2': text }, { by });
	if (kind === 'note') write({ 'field-10': text });
	if (kind === 'status') write({}, { status });
	if (kind === 'delete') store.deleteRecord(FORM, recordId);
	const about = valueIn(event);
	if (about) {
		const [was, is] = [before, store.records.get(FORM, recordId)].map((row) => row?.[about.value]);
		return kind === 'delete' || is === was ? [] : [`${event} ${recordId}: ${was} to ${is}`];
	}
	if (!isTold) return [];
	if ((given.options as IDataObject | undefined)?.watchedFields) {
		const data = JSON.parse(before.data) as IDataObject;
		const [note = ''] = Object.keys(withIdentifiers({ 'field-10': '' }, identifiers));
		return [`recordUpdated ${recordId}: ${spelled(data[note])} to ${text}`];
	}
	return [`${kind === 'delete' ? event : 'recordUpdated'} ${recordId}`];
}

/** What happens to users, and the event that it is. */
const OF_USERS = { join: 'userAdded', move: 'userChanged', leave: 'userRemoved' } as const;

function happenToUser(
	{ users }: Service['store'],
	event: string,
	kind: keyof typeof OF_USERS,
	number: number,
): string[] {
	const code = `E${String(number).padStart(4, '0')}`;
	const before = users.get(code);
	if (kind === 'join') users.add({ ...users.get('E0002')!, code, loginId: `user${number}` });
	else if (kind === 'leave') users.delete(code);
	else {
		const organizationCode = before?.organizationCode === 'ORG07' ? 'ORG08' : 'ORG07';
		users.replace(code, { ...before!, organizationCode });
	}
	return event === OF_USERS[kind] ? [`${event} ${code}`] : [];
}

/** Puts an item of the trigger into the same words. */
export function wordsOf(item: IDataObject): string {
	if (item.change !== undefined) return `${String(item.event)} ${String(item.code)}`;
	const { event, recordId, id, previousCount, count } = item;
	if (recordId === undefined)
		return `${String(event)} ${String(id)}: ${String(previousCount)} to ${String(count)}`;
	const about = valueIn(String(event));
	const values = about ? `: ${String(item[about.previous])} to ${String(item[about.value])}` : '';
	const changes = Object.values((item.changes ?? {}) as Record<string, IDataObject>);
	const [change] = about
		? []
		: changes.map(({ from, to }) => `: ${spelled(from)} to ${String(to)}`);
	return `${String(event)} ${String(recordId)}${values}${change ?? ''}`;
}

/** A value, an empty one as nothing: services spell it in several ways. */
const spelled = (value: unknown) => JSON.stringify(value || null);
