import type { IDataObject } from 'n8n-workflow';
import { changedBy, isBad, itemOf, requestsOf, writesOf, type Write } from './found';
import { listViolations, lookUpViolations } from './judge-list';
import { ofDryRun, ofPlan, ofRepetition } from './judge-runs';
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
import { same, show, violation, type Violation } from './violation';

export const judge = (played: Played): readonly Violation[] => [...violations(played)];

function* violations(played: Played): Generator<Violation> {
	const { story, runs } = played;
	const [first, last] = [runs[0]!, runs.at(-1)!];
	if (story.operation === 'getAll') return yield* listViolations(played, first);
	if (story.operation === 'lookUp') return yield* lookUpViolations(played, first);
	for (const said of runs) {
		const all = [...(said.isDry ? ofDryRun(played, said) : ofRun(played, said))];
		yield* all;
		// An earlier problem shows again.
		if (all.length > 0) return;
	}
	if (story.dryRun) yield* ofPlan(played, first, runs[1]!);
	if (story.again) yield* ofRepetition(played, runs.at(-2)!, last);
}

/** Whether something happened that makes outcomes unknown; the document does not say what a rejected import keeps. */
const isUncertain = (played: Played, said: Said) =>
	requestsOf(played, said).some(
		({ fault, status, path }) =>
			/^(500|reset|hang|cut|200 HTML)/.test(fault ?? '') ||
			(status >= 400 && path.endsWith('/import')),
	);

const isOne = ({ on, operation }: Story): boolean =>
	on === 'records' && (operation === 'update' || operation === 'delete');

/** What a run may leave in the service, and what it may say of each item. */
function* ofRun(played: Played, said: Said): Generator<Violation> {
	const { story } = played;
	const all = writesOf(played, said);
	const says = told(played, said);
	const ofItem = new Map<number, Write[]>();
	for (const write of all) {
		const item = itemOf(played, said, write);
		ofItem.set(item, [...(ofItem.get(item) ?? []), write]);
	}
	yield* removalViolations(played, said, ofItem.get(-1) ?? []);
	for (const [index, one] of says.entries()) {
		const own = ofItem.get(index) ?? [];
		for (const violation of itemViolations(played, said, { index, told: one, own }))
			yield { item: index, ...violation };
	}
	const changed = changedBy(played, said);
	// What no record matches, or several, is found before the first is changed.
	const isLost = story.matches.length > 0 && isQuiet(story) && changed.some((rows) => !rows.length);
	const isBadFound = story.onError === 'stop' && (isLost || story.items.some(isBad));
	if (isBadFound && all.length > 0)
		yield violation('sends before all items are checked', 'nothing sent', all[0]!.state);
	if (story.operation === 'upsert' && story.on === 'records')
		yield* keyViolations(played, said, all);
	if (!isQuiet(story)) return;
	yield* quietViolations(played, said, says);
	if (!isOne(story)) return;
	for (const [item, { claim }] of says.entries()) {
		const ids = (rows: readonly Row[]) => [...new Set(rows.map(({ id }) => id))].sort();
		const expected = ids(changed[item]!);
		const found = ids((ofItem.get(item) ?? []).map(({ row }) => row));
		const outputs = said.outputs.filter(({ of }) => of === item);
		const named = said.error ? expected : outputs.map(({ json }) => String(json.recordId)).sort();
		const isWhole = claim !== 'saved' || (same(expected, found) && same(expected, named));
		if (!isWhole || found.some((id) => !expected.includes(id)))
			yield violation('not what matches', expected, [found, named], { item });
	}
}

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
			yield violation('writes a row that no item names', 'only rows of items', change);
		else if (exclusions(played.story).includes(String(before.code)))
			yield violation('removes what is excluded', 'it stays', change);
		else if (state)
			yield* otherValues(played, said, write, { isRetired: { json: true, means: 'true' } });
	}
	const removed = all.filter(({ before }) => before?.isRetired !== 'true').length;
	if (removed > mostRemovals)
		yield violation('removes more than allowed', `${mostRemovals}`, `${removed}`);
}

const exclusions = ({ options: { neverRemove = [] } }: Story): readonly string[] => neverRemove;

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
	const isSaved = own.length > 0;
	const isUnchanged = json?.action === 'unchanged';
	const created = own.filter(({ before }) => !before);
	if (words !== claim) yield violation('says two things', claim, text);
	if (claim === 'nothing' && said.error === undefined)
		yield violation('no output for an item', 'an output', 'none');
	// After a lost reply, nobody knows who deleted what is gone.
	const isGone = json?.deleted === true && isUncertain(played, said);
	if (claim === 'saved' && !isSaved && !isUnchanged && !isGone)
		yield violation('says saved, is not', 'saved', json);
	// What another user deletes meanwhile is not there.
	const isThere = own.some(({ row }) => row.now !== undefined || story.operation === 'delete');
	const [, done] = /^After (\d+) of \d+ records/.exec(text) ?? [];
	const isPart = done !== undefined && Number(done) === own.length;
	if (!isPart && (claim === 'not saved' || claim === 'nothing') && isThere)
		yield violation('says not saved, is', 'that it may be saved', text);
	if (claim === 'unknown' && !isUncertain(played, said))
		yield violation('in doubt without need', 'saved or not', text);
	if (isUnchanged && isSaved)
		yield violation('says unchanged, is written', 'not sent', own[0]!.state);
	if (isUnchanged && !isHeld(played, said, item))
		yield violation('says unchanged, differs', item, 'no such row');
	if (json?.action === 'created' && isSaved && created.length === 0)
		yield violation('says created, is not', 'a new row', json);
	if (created.length > 1) yield violation('doubled', 'one row', `${created.length} rows`);
	if (json && isSaved && !own.some((write) => isNamed(json, write)))
		yield violation('names another row', own[0]!.state, json);
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
	if (operation === 'delete' ? state : !state)
		return yield violation('deletes or keeps wrongly', operation, change);
	if (!state) return;
	if (operation === 'update' && !before) yield violation('Update creates', 'an update', change);
	const seen = asRead(played, said, write);
	// A row that is added after the look is not seen.
	if (operation === 'create' && before && (on === 'records' || seen.length > 0))
		yield violation('Create changes what exists', 'an error', change);
	const isWanted = (values: Values) => keys.every((key) => same(values[key], item[key]?.means));
	if (on === 'records' && operation === 'upsert' && before && ![before, ...seen].some(isWanted))
		yield violation('updates the wrong record', item, change);
	yield* otherValues(played, said, write, item);
}

/** A row that is written has the values of its item, and its other values as they were, or as they were read. */
function* otherValues(played: Played, said: Said, write: Write, item: Item): Generator<Violation> {
	const { story, rows } = played;
	const { before, state = {} } = write;
	const seen = asRead(played, said, write);
	const isImport = story.on !== 'records' && story.operation === 'import';
	const mayClear = isImport && rows.dialect.leftOut === 'cleared';
	for (const { name, start } of fieldsIn(story)) {
		const value = state[name];
		const given = item[name];
		const isNew = !before || mayClear;
		const allowed: ReadonlyArray<Value | undefined> = given
			? [given.means]
			: [...(isNew ? [start] : []), ...[before, ...seen].map((values) => values?.[name])];
		const usual = given ? 'stores another value' : 'changes what nobody gave';
		if (!allowed.some((one) => one !== undefined && same(one, value)))
			yield violation(
				given && given.means === undefined ? 'stores a bad value' : usual,
				allowed,
				value,
				{ field: name },
			);
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
		if (keys.indexOf(key) < place) yield violation('two new records of one key', 'one', state);
		const holder = rows.of.records.find(
			(other) =>
				other !== row &&
				other.between(look!.at, at).every((values) => values && keyIn(values) === key),
		);
		if (holder) yield violation('creates what exists', `record ${holder.id} updated`, state);
	}
}

/** Without trouble, what is good is saved, and a sync leaves nothing else. */
function* quietViolations(played: Played, said: Said, says: readonly Told[]): Generator<Violation> {
	const { story, rows } = played;
	const { operation, items, options, on } = story;
	const isSingle = ['create', 'update', 'delete', 'retire', 'restore'].includes(operation);
	const mayFail = items.map((_, index) => isExcused(played, said, index));
	for (const [item, { claim, text }] of says.entries()) {
		const isOpen = isSingle && story.onError !== 'stop' ? mayFail[item] : mayFail.includes(true);
		if (claim !== 'saved' && !isOpen)
			yield violation('fails without need', 'saved', text, { item });
	}
	const isDone = operation === 'sync' && says.every(({ claim }) => claim === 'saved');
	const { missing = 'nothing' } = options;
	if (!isDone || missing === 'nothing') return;
	const stays = new Set<unknown>([...items.map(({ code }) => code!.means), ...exclusions(story)]);
	const left = rows.of[on].find(({ now }) => {
		const isGone = missing === 'delete' ? !now : now?.isRetired === 'true';
		return !isGone && !stays.has(now?.code);
	});
	if (left) yield violation('leaves what is missing', missing, left.now);
}

/** Whether an item may fail although nothing goes wrong. */
function isExcused(played: Played, said: Said, index: number): boolean {
	const { story, rows } = played;
	const { on, operation, items, keys, options } = story;
	const { from } = said;
	// What no definition says only the service can check.
	if (operation !== 'delete' && rows.dialect.unsaid !== 'nothing') return true;
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
			(isOne(story) && changedBy(played, said)[index]!.length === 0) ||
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
