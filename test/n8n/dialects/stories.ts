import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { TriggerEventName } from '../../../nodes/RecordsDirectory/api/trigger';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import type { Identifiers, Service } from '../../../sandbox/service/service';
import { given as ofNotices, raise } from '../../support/noticing';
import { formId } from '../../support/watching';

export const FORM = 1;

/** Something that happens to a record, to a notice that then has this count, or to the user with a number. */
type Change = readonly [
	kind: 'create' | 'edit' | 'note' | 'status' | 'delete' | 'count' | 'join' | 'move' | 'leave',
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

/** After two of these polls, everything that has happened is visible. */
const QUIET: Step = { changes: [], seconds: [150, 0] };

// prettier-ignore
/** Every kind of change, in several polls, and again after a while. */
export const STORY: readonly Step[] = [
	{ changes: [['create'], ['edit', 1], ['note', 2], ['status', 3], ['delete', 25], ['count', 8, 2], ['join', 101], ['move', 4], ['leave', 6]], seconds: [40, 10], isCrowded: true },
	{ changes: [['create'], ['edit', 4], ['status', 5], ['delete', 26], ['count', 9, 1], ['join', 102], ['move', 8], ['leave', 7]], seconds: [1, 0] },
	{ changes: [['create'], ['note', 6], ['move', 9]], seconds: [60, 15], isCrowded: true },
	QUIET,
	QUIET,
	{ changes: [['create'], ['edit', 3], ['note', 1], ['status', 2], ['delete', 27], ['count', 8, 0], ['count', 9, 3], ['join', 103], ['move', 10], ['move', 11], ['leave', 12]], seconds: [40, 10], isCrowded: true, mayStepBack: true },
	QUIET,
	QUIET,
];

/** A trigger, and what it has to emit in the story, in the words of `wordsOf`. */
export interface Watched {
	readonly given: INodeParameters;
	readonly emits: readonly string[];
}

const all = (event: string, what: readonly unknown[]) =>
	what.map((one) => `${event} ${String(one)}`);
/** A trigger of the form; one on users takes no notice of it. */
const on = (
	event: TriggerEventName,
	emits: readonly unknown[],
	options: INodeParameters = {},
): Watched => ({ given: { event, form: formId(FORM), options }, emits: all(event, emits) });
const onNotices = (event: TriggerEventName, emits: readonly string[]): Watched => ({
	given: ofNotices(event),
	emits: all(event, emits),
});
const onEither = (options: INodeParameters, present: readonly number[] = []): Watched => ({
	...on('recordCreatedOrUpdated', [], options),
	emits: [...all('recordCreated', [...present, ...created]), ...all('recordUpdated', updated)],
});

const created = [41, 42, 43, 44];
const updated = [1, 1, 2, 2, 3, 3, 4, 5, 6];
const statuses = ['2: In progress to Waiting', '3: Open to Waiting', '5: Closed to Waiting'];
const notes = [
	'1: Photo in the first comment to Noted',
	'2: nothing to Noted',
	'6: nothing to Noted',
];
const raised = ['8: 0 to 2', '9: 0 to 1', '9: 1 to 3'];
const moved = ['E0004: ORG04', 'E0008: ORG08', 'E0009: ORG01', 'E0010: ORG02', 'E0011: ORG03'];
const existing = Array.from({ length: 40 }, (_, n) => n + 1);

// What is compared of organizations and fields is compared in the same way.
type Told = Exclude<TriggerEventName, `organization${string}` | 'formChanged'>;
const events: Readonly<Record<Told, Watched>> = {
	recordCreated: on('recordCreated', created),
	recordUpdated: on('recordUpdated', updated),
	recordCreatedOrUpdated: onEither({ fields: 'field-1,field-2' }),
	recordStatusChanged: on('recordStatusChanged', statuses),
	recordDeleted: on('recordDeleted', [25, 26, 27]),
	noticeCountIncreased: onNotices('noticeCountIncreased', raised),
	noticeCountChanged: onNotices('noticeCountChanged', [...raised, '8: 2 to 0']),
	userAdded: on('userAdded', ['E0101', 'E0102', 'E0103']),
	userChanged: on(
		'userChanged',
		moved.map((one) => `${one} to ORG07`),
	),
	userRemoved: on('userRemoved', ['E0006', 'E0007', 'E0012']),
};

/** Every event of the trigger, and some with options. */
export const watched: Readonly<Record<string, Watched>> = {
	...events,
	'recordUpdated, of one field': on('recordUpdated', notes, { watchedFields: ['field-10'] }),
	'recordCreatedOrUpdated, with an overlap of an hour': onEither({ overlap: 3_720 }),
	'recordCreatedOrUpdated, from what exists on': onEither(
		{ existingSince: '1970-01-01' },
		existing,
	),
};

/** Makes a change at the service. */
export function happen(service: Service, change: Change, identifiers: Identifiers): void {
	const { store } = service;
	const { users } = store;
	const [kind, id = 0, count = 0] = change;
	const code = `E${String(id).padStart(4, '0')}`;
	const write = (values: object, more: { status?: string } = {}) =>
		store.updateRecord(FORM, id, { ...withIdentifiers(values, identifiers) }, more);
	const happenings: Readonly<Record<Change[0], () => unknown>> = {
		create: () => store.createRecord(FORM, withIdentifiers({ 'field-1': 'New' }, identifiers)),
		edit: () => write({ 'field-2': 'Edited' }),
		note: () => write({ 'field-10': 'Noted' }),
		status: () => write({}, { status: 'Waiting' }),
		delete: () => store.deleteRecord(FORM, id),
		count: () => raise(service, count, String(id)),
		join: () => users.add({ ...users.get('E0002')!, code, loginId: `user${id}` }),
		move: () => users.replace(code, { ...users.get(code)!, organizationCode: 'ORG07' }),
		leave: () => users.delete(code),
	};
	happenings[kind]();
}

/** What an item of the trigger says; services spell an empty value in several ways. */
export function wordsOf({ event, change, code, recordId, id, ...item }: IDataObject): string {
	const [from, to] = changeOf(item);
	const values = to === undefined ? '' : `: ${String(from || 'nothing')} to ${String(to)}`;
	return `${String(event)} ${String(change ? code : (recordId ?? id))}${values}`;
}

function changeOf({ previousCount, count, changes }: IDataObject): readonly unknown[] {
	if (count !== undefined) return [String(previousCount), count];
	const [change] = Object.values((changes ?? {}) as Record<string, IDataObject>);
	return [change?.from, change?.to];
}
