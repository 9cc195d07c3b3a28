import type { IDataObject } from 'n8n-workflow';
import { listViolations } from './judge-list';
import type { Played, Said } from './run';
import type { Row } from './rows';
import { pathOf } from './service';
import {
	fieldsIn,
	givenBy,
	isQuiet,
	type Item,
	type Story,
	type Value,
	type Values,
} from './story';
import { told, type Told } from './told';
import { same, show, type Violation } from './violation';

export const judge = (played: Played): readonly Violation[] => [...violations(played)];

function* violations(played: Played): Generator<Violation> {
	const { story, runs } = played;
	const [first, last] = [runs[0]!, runs.at(-1)!];
	if (story.operation === 'getAll') return yield* listViolations(played, first);
	for (const said of runs) {
		const all = [...(said.isDry ? ofDryRun(played, said) : ofRun(played, said))];
		yield* all;
		// An earlier problem shows again.
		if (all.length > 0) return;
	}
	if (story.dryRun) yield* ofPlan(story, first, runs[1]!);
	if (story.again) yield* ofRepetition(played, runs.at(-2)!, last);
}

/** What a run of the node wrote. */
interface Write {
	readonly row: Row;
	readonly at: number;
	readonly before: Values | undefined;
	/** Undefined: deleted. */
	readonly state: Values | undefined;
}

const writesOf = ({ rows, story: { on } }: Played, { from, to }: Said): Write[] =>
	rows.of[on].flatMap((row) =>
		row.versions.flatMap(({ at, by, state }, index) =>
			by === 'node' && at > from && at <= to
				? [{ row, at, state, before: row.versions[index - 1]?.state }]
				: [],
		),
	);

const requestsOf = ({ rows }: Played, { requests }: Said) => rows.got.slice(...requests);

/** Whether something happened that makes outcomes unknown; the document does not say what a rejected import keeps. */
const isUncertain = (played: Played, said: Said) =>
	requestsOf(played, said).some(
		({ fault, status, path }) =>
			/^(500|reset|hang|cut|200 HTML)/.test(fault ?? '') ||
			(status >= 400 && path.endsWith('/import')),
	);

/** The item that a row is of; -1 for none. */
function itemOf({ story, own }: Played, { row, before, state }: Write): number {
	const { on, operation, items, targets } = story;
	if (on !== 'records') {
		const code = (before ?? state)!.code!;
		return items.findIndex((item) => item.code!.means === code);
	}
	if (operation === 'update') return targets.findIndex((target) => own[target] === row);
	return Number(/^Item (\d+)\./.exec(String((state ?? before)!.title))?.[1] ?? -1);
}

/** What a run may leave in the service, and what it may say of each item. */
function* ofRun(played: Played, said: Said): Generator<Violation> {
	const { story } = played;
	const all = writesOf(played, said);
	const says = told(played, said);
	const ofItem = new Map<number, Write[]>();
	for (const write of all) {
		const item = itemOf(played, write);
		ofItem.set(item, [...(ofItem.get(item) ?? []), write]);
	}
	yield* removalViolations(played, said, ofItem.get(-1) ?? []);
	for (const [index, one] of says.entries()) {
		const own = ofItem.get(index) ?? [];
		for (const violation of itemViolations(played, said, { index, told: one, own }))
			yield { item: index, ...violation };
	}
	const isBadFound = story.onError === 'stop' && story.items.some(isBad);
	if (isBadFound && all.length > 0)
		yield {
			kind: 'sends before all items are checked',
			expected: 'nothing sent',
			found: show(all[0]!.state),
		};
	if (story.operation === 'upsert' && story.on === 'records')
		yield* keyViolations(played, said, all);
	if (isQuiet(story)) yield* quietViolations(played, said, says, all);
}

const isBad = (item: Item) => Object.values(item).some(({ means }) => means === undefined);

/** Only a sync removes rows that no item names: not those that are excluded, and no more than allowed. */
function* removalViolations(
	played: Played,
	said: Said,
	all: readonly Write[],
): Generator<Violation> {
	const { operation, options } = played.story;
	const { missing = 'nothing', mostRemovals = Infinity } = options;
	const isRemoval = ({ state }: Write) =>
		missing === 'retire' ? state?.isRetired === 'true' : state === undefined;
	for (const write of all) {
		const { before, state } = write;
		const change = `${show(before)} to ${show(state)}`;
		if (operation !== 'sync' || missing === 'nothing' || !before || !isRemoval(write))
			yield {
				kind: 'writes a row that no item names',
				expected: 'only rows of items',
				found: change,
			};
		else if (exclusions(played.story).includes(String(before.code)))
			yield { kind: 'removes what is excluded', expected: 'it stays', found: change };
		else if (state)
			yield* otherValues(played, said, write, { isRetired: { json: true, means: 'true' } });
	}
	const removed = all.filter(({ before }) => before?.isRetired !== 'true').length;
	if (removed > mostRemovals)
		yield { kind: 'removes more than allowed', expected: `${mostRemovals}`, found: `${removed}` };
}

const exclusions = ({ options: { neverRemove = '' } }: Story) => neverRemove.split(', ');

interface OfItem {
	readonly index: number;
	readonly told: Told;
	readonly own: readonly Write[];
}

function* itemViolations(
	played: Played,
	said: Said,
	{ index, told: { claim, json, text, words = claim }, own }: OfItem,
): Generator<Violation> {
	const { story } = played;
	const item = givenBy(story, index);
	const [first] = own;
	if (first && text.includes('the update is undone')) {
		const [expected, found] = [show(first.before), show(own.at(-1)?.state)];
		if (expected !== found) yield { kind: 'says undone, is not', expected, found };
		return;
	}
	const isSaved = own.length > 0;
	const isUnchanged = json?.action === 'unchanged';
	const created = own.filter(({ before }) => !before);
	if (words !== claim) yield { kind: 'says two things', expected: claim, found: text };
	if (claim === 'nothing' && said.error === undefined)
		yield { kind: 'no output for an item', expected: 'an output', found: 'none' };
	if (claim === 'saved' && !isSaved && !isUnchanged)
		yield { kind: 'says saved, is not', expected: 'saved', found: show(json) };
	// What another user deletes meanwhile is not there.
	const isThere = own.some(({ row }) => row.now !== undefined);
	if ((claim === 'not saved' || claim === 'nothing') && isThere)
		yield { kind: 'says not saved, is', expected: 'that it may be saved', found: text };
	const isHalf = text.includes('could not be written back');
	if (claim === 'unknown' && !isHalf && !isUncertain(played, said))
		yield { kind: 'in doubt without need', expected: 'saved or not', found: text };
	if (isUnchanged && isSaved)
		yield { kind: 'says unchanged, is written', expected: 'not sent', found: show(own[0]!.state) };
	if (isUnchanged && !isHeld(played, said, item))
		yield { kind: 'says unchanged, differs', expected: show(item), found: 'no such row' };
	if (json?.action === 'created' && isSaved && created.length === 0)
		yield { kind: 'says created, is not', expected: 'a new row', found: show(json) };
	if (created.length > 1)
		yield { kind: 'doubled', expected: 'one row', found: `${created.length} rows` };
	if (json && isSaved && !own.some((write) => isNamed(json, write)))
		yield { kind: 'names another row', expected: show(own[0]!.state), found: show(json) };
	for (const write of own) yield* valueViolations(played, said, write, item);
}

/** Whether the output of an item is about the row that was written. */
function isNamed({ recordId, code }: IDataObject, { row, state }: Write): boolean {
	if (recordId !== undefined) return String(recordId) === row.id;
	return (
		code === undefined || state === undefined || state.code === undefined || code === state.code
	);
}

/** Whether some row had the values of an item during the run. */
function isHeld({ story, rows }: Played, { from, to }: Said, item: Item): boolean {
	const states = rows.of[story.on].flatMap((row) => row.between(from, to));
	return states.some(
		(state) => state && Object.entries(item).every(([name, { means }]) => same(state[name], means)),
	);
}

/** What the requests of a run showed of a row before a moment, or of another one with its code. */
function asRead(played: Played, said: Said, { row, at, state }: Write): readonly Values[] {
	const { story, rows } = played;
	const reads = requestsOf(played, said).filter(
		(got) => got.at < at && got.method === 'GET' && got.path.startsWith(pathOf(story.on)),
	);
	const isSame = (other: Row) =>
		other === row || (story.on !== 'records' && other.last.code === state?.code);
	const some = rows.of[story.on].filter(isSame);
	const states = reads.flatMap((read) => some.map((one) => one.at(read.at)));
	return states.filter((values) => values !== undefined);
}

function* valueViolations(
	played: Played,
	said: Said,
	write: Write,
	item: Item,
): Generator<Violation> {
	const { on, operation, keys } = played.story;
	const { before, state } = write;
	const change = `${show(before)} to ${show(state)}`;
	if (!state)
		return yield { kind: 'deletes a row of an item', expected: 'it stays', found: change };
	const seen = asRead(played, said, write);
	// A row that is added after the look is not seen.
	if (operation === 'create' && before && (on === 'records' || seen.length > 0))
		yield { kind: 'Create changes what exists', expected: 'an error', found: change };
	const isWanted = (values: Values) => keys.every((key) => same(values[key], item[key]?.means));
	if (on === 'records' && operation === 'upsert' && before && ![before, ...seen].some(isWanted))
		yield { kind: 'updates the wrong record', expected: show(item), found: change };
	yield* otherValues(played, said, write, item);
}

/** A row that is written has the values of its item, and its other values as they were, or as they were read. */
function* otherValues(played: Played, said: Said, write: Write, item: Item): Generator<Violation> {
	const { story, rows } = played;
	const { before, state = {} } = write;
	const seen = asRead(played, said, write);
	const sendsOthers =
		story.on === 'records' ? story.options.wholeRecord === true : story.operation !== 'import';
	const mayClear = rows.dialect.leftOut === 'cleared' && !sendsOthers;
	for (const { name, start } of fieldsIn(story)) {
		const value = state[name];
		const given = item[name];
		const isNew = !before || mayClear;
		const allowed: ReadonlyArray<Value | undefined> = given
			? [given.means]
			: [...(isNew ? [start] : []), ...[before, ...seen].map((values) => values?.[name])];
		const usual = given ? 'stores another value' : 'changes what nobody gave';
		if (!allowed.some((one) => one !== undefined && same(one, value)))
			yield {
				kind: given && given.means === undefined ? 'stores a bad value' : usual,
				field: name,
				expected: show(allowed),
				found: show(value),
			};
	}
}

/** Create or Update leaves one record for each key. */
function* keyViolations(played: Played, said: Said, all: readonly Write[]): Generator<Violation> {
	const { rows, story } = played;
	const keyIn = (values: Values) => show(story.keys.map((key) => values[key]));
	const created = all.flatMap((write) => (write.before || !write.state ? [] : [write]));
	const [look] = requestsOf(played, said).filter(({ path }) => path === pathOf('records'));
	const keys = created.map(({ state }) => keyIn(state!));
	for (const [place, { row, at, state }] of created.entries()) {
		const key = keys[place]!;
		if (keys.indexOf(key) < place)
			yield { kind: 'two new records of one key', expected: 'one', found: show(state) };
		const holder = rows.of.records.find(
			(other) =>
				other !== row &&
				other.between(look!.at, at).every((values) => values && keyIn(values) === key),
		);
		if (holder)
			yield {
				kind: 'creates what exists',
				expected: `record ${holder.id} updated`,
				found: show(state),
			};
	}
}

/** Without trouble, what is good is saved, with no more requests than needed, and a sync leaves nothing else. */
function* quietViolations(
	played: Played,
	said: Said,
	says: readonly Told[],
	all: readonly Write[],
): Generator<Violation> {
	const { story, rows } = played;
	const { operation, items, options, on } = story;
	const isSingle =
		['create', 'update', 'retire', 'restore'].includes(operation) && !options.throughImport;
	const mayFail = items.map((_, index) => isExcused(played, said, index));
	for (const [item, { claim, text }] of says.entries()) {
		const isOpen = isSingle && story.onError !== 'stop' ? mayFail[item] : mayFail.includes(true);
		if (claim !== 'saved' && !isOpen)
			yield { kind: 'fails without need', item, expected: 'saved', found: text };
	}
	const removals = all.filter((write) => itemOf(played, write) < 0).length;
	const isBatch = operation === 'import' || options.throughImport;
	const restored = Number(clearsOthers(played));
	const most = isBatch ? Math.ceil(items.length / 100) : items.length + removals + restored;
	const sent = requestsOf(played, said).filter(({ method }) => method !== 'GET').length;
	if (sent > most)
		yield { kind: 'sends more than needed', expected: `${most} requests`, found: `${sent}` };
	const isDone = operation === 'sync' && says.every(({ claim }) => claim === 'saved');
	const { missing = 'nothing' } = options;
	if (!isDone || missing === 'nothing') return;
	const stays = new Set<unknown>([...items.map(({ code }) => code!.means), ...exclusions(story)]);
	const left = rows.of[on].find(({ now }) => {
		const isGone = missing === 'delete' ? !now : now?.isRetired === 'true';
		return !isGone && !stays.has(now?.code);
	});
	if (left) yield { kind: 'leaves what is missing', expected: missing, found: show(left.now) };
}

const clearsOthers = ({ story, rows }: Pick<Played, 'story' | 'rows'>) =>
	story.on === 'records' && rows.dialect.leftOut === 'cleared' && !story.options.wholeRecord;

/** Whether an item may fail although nothing goes wrong. */
function isExcused({ story, own, rows }: Played, { from }: Said, index: number): boolean {
	const { on, operation, items, targets, keys, options } = story;
	// What no definition says only the service can check; an update that clears others is undone.
	if (rows.dialect.unsaid !== 'nothing' || clearsOthers({ story, rows })) return true;
	const item = items[index]!;
	const states = rows.of[on].map((row) => row.at(from));
	const present = states.filter((values) => values !== undefined);
	if (on === 'records') {
		const keyIn = (values: (name: string) => Value | undefined) => show(keys.map(values));
		const key = keyIn((name) => item[name]?.means);
		const isShared = (count: number, all: readonly string[]) =>
			all.filter((other) => other === key).length > count;
		const isAmbiguous = () =>
			isShared(
				1,
				items.map((one) => keyIn((name) => one[name]?.means)),
			) ||
			isShared(
				1,
				present.map((values) => keyIn((name) => values[name])),
			);
		return (
			isBad(item) ||
			(operation === 'update' && !own[targets[index]!]!.at(from)) ||
			(operation === 'upsert' && isAmbiguous())
		);
	}
	const exists = present.some(({ code }) => code === item.code!.means);
	if (operation === 'create') return exists;
	if (['update', 'retire', 'restore'].includes(operation)) return !exists;
	const retired = items.filter(({ isRetired }) => isRetired?.means === 'true').length;
	const { missing, mostRemovals = 0 } = options;
	return operation === 'sync' && (missing !== 'nothing' || retired > mostRemovals);
}

/* Several runs */

function* ofDryRun(played: Played, said: Said): Generator<Violation> {
	const [write] = writesOf(played, said);
	if (write) yield { kind: 'a dry run writes', expected: 'nothing', found: show(write.state) };
}

const failureOf = ({ error, outputs }: Said): unknown =>
	error ?? outputs.find(({ json }) => json.error !== undefined)?.json.error;

/** What a run does is what its dry run said. */
function* ofPlan({ dialect }: Story, dry: Said, wet: Said): Generator<Violation> {
	const [planned, failure] = [failureOf(dry), failureOf(wet)];
	const isRejected = failure !== undefined && dialect.unsaid !== undefined;
	if (planned !== undefined || isRejected) return;
	const warns = /nothing would be sent/i.test(dry.hints);
	if (warns !== (failure !== undefined))
		yield { kind: 'the run is not the plan', expected: dry.hints, found: show(failure) };
	const actions = ({ outputs }: Said) =>
		outputs
			.map(({ json }) => `${String(json.code)}: ${String(json.action).replace(/d$/, '')}`)
			.sort();
	if (failure === undefined && !same(actions(dry), actions(wet)))
		yield {
			kind: 'the run is not the plan',
			expected: show(actions(dry)),
			found: show(actions(wet)),
		};
}

/** After a run that saved all, the same run finds nothing to do. */
function* ofRepetition(played: Played, before: Said, again: Said): Generator<Violation> {
	const { story } = played;
	const isAllSaved = told(played, before).every(({ claim }) => claim === 'saved');
	if (!isQuiet(story) || !isAllSaved || before.error !== undefined) return;
	const secrets = fieldsIn(story).filter(({ isSecret }) => isSecret);
	const sendsAlways =
		story.options.missing === 'retire' ||
		story.items.some((item) => secrets.some(({ name }) => name in item));
	const [write] = writesOf(played, again).filter(
		({ before: was, state }) => !sendsAlways || !was || !same(was, state),
	);
	if (write)
		yield {
			kind: 'sends what is unchanged',
			expected: 'nothing',
			found: `${show(write.before)} to ${show(write.state)}`,
		};
}
