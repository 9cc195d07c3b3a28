import type { IDataObject } from 'n8n-workflow';
import { claimsOf, type Claim } from './claims';
import { fieldsByName, idsOf, valueOf, type Played, type Said } from './run';
import { FORM } from './service';
import {
	type Entry,
	type FieldOf,
	type RecordState,
	type Row,
	type Value,
	type Values,
	type Version,
	PLAIN,
} from './site';
import { decimal, secondOf } from './spelling';
import {
	isAutomatic,
	rejectsStrays,
	straysOf,
	type DirectoryStory,
	type Filter,
	type Given,
	type Item,
	type RecordStory,
	type Story,
} from './story';

/** A difference between what the node said or did and what a user would expect. */
export interface Violation {
	/** Short and the same for all of its kind. */
	readonly kind: string;
	readonly expected: string;
	readonly found: string;
	readonly item?: number;
	/** The field that it is about, if any. */
	readonly field?: string;
}

export function judge(run: Played): Violation[] {
	const found: Violation[] = [];
	const story = withoutEmptyCells(run.story);
	const played = { ...run, story };
	if (played.runs[0]!.afterCancel > Number(story.options.requestsAtOnce ?? 1) - 1) {
		found.push({
			kind: 'sends after cancelling',
			expected: 'no request after the person cancelled',
			found: `${played.runs[0]!.afterCancel} requests`,
		});
	}
	if (rejectsStrays(story)) return [...found, ...strayViolations(played)];
	found.push(...silentStrays(played));
	if (story.on === 'records') found.push(...recordViolations(played, story));
	else found.push(...directoryViolations(played, story));
	return found;
}

/** An empty cell of the input is no value. */
function withoutEmptyCells(story: Story): Story {
	if (story.on !== 'records' || story.mode !== 'automatic') return story;
	const filled = (item: Item): Item =>
		Object.fromEntries(Object.entries(item).filter(([, { json }]) => json !== ''));
	return { ...story, items: story.items.map(filled) };
}

/** Where unknown columns must fail, nothing is written, and no item is saved. */
function strayViolations({ story, rows, runs }: Played): Violation[] {
	const all = story.on === 'records' ? [rows.records] : [rows.directory[story.on]];
	const written = runs.flatMap((said) =>
		all.flatMap((some) => writes<unknown>(some as never, said)),
	);
	const found: Violation[] = [];
	if (written.length > 0)
		found.push({
			kind: 'sends items with unknown columns',
			expected: 'nothing is sent',
			found: `${written.length} writes`,
		});
	const last = runs.at(-1)!;
	const isSaid = last.error !== undefined || last.outputs.every(({ json }) => errorIn(json));
	if (!isSaid && story.cancelAt === undefined)
		found.push({
			kind: 'says nothing of unknown columns',
			expected: 'an error',
			found: show(last.outputs.find(({ json }) => !errorIn(json))?.json),
		});
	return found;
}

/** A column that is not sent is named. */
function silentStrays(played: Played): Violation[] {
	const { story, runs } = played;
	const [said] = runs;
	if (!isAutomatic(story) || !said) return [];
	const isSaved = told(played, said).some(({ claim }) => claim === 'saved');
	const silent = straysOf(story).find(
		(name) => !`${said.error ?? ''} ${said.hints}`.includes(name),
	);
	if (!isSaved || silent === undefined) return [];
	return [
		{
			kind: 'an unknown column vanishes without a word',
			expected: `a hint that names ${silent}`,
			found: said.hints,
		},
	];
}

const show = (value: unknown): string => {
	const text = JSON.stringify(value, (_, one: unknown) =>
		one instanceof Map ? Object.fromEntries(one) : one,
	);
	return text === undefined ? 'nothing' : text.length > 200 ? `${text.slice(0, 200)}...` : text;
};

/** What the node says about each item, and with which words. */
export interface Told {
	readonly claim: Claim;
	readonly json?: IDataObject;
	readonly text: string;
}

function told({ story, rows }: Played, said: Said): Told[] {
	const count = story.items.length;
	// A failed removal is reported besides the items, after the code of its row.
	const removals =
		story.on === 'records'
			? []
			: rows.directory[story.on].flatMap(({ versions }) =>
					versions.flatMap(({ state }) => (state ? [`${state.code}: `] : [])),
				);
	const text = said.error ?? '';
	const claims = claimsOf(text);
	return Array.from({ length: count }, (_, index) => {
		const own = said.outputs.filter(
			({ of, json }) => of === index || (of === undefined && count === 1 && json),
		);
		if (said.error !== undefined)
			return {
				claim: claims.get(index) ?? (claims.get(-1) === 'unknown' ? 'unknown' : 'not saved'),
				text,
			};
		const failed = own.find(({ json }) => {
			const error = errorIn(json);
			return error && !removals.some((start) => error.message.startsWith(start));
		});
		if (failed) {
			const error = errorIn(failed.json)!;
			const message = wordsIn(error);
			const numbered = claimsOf(message);
			const words = numbered.get(index) ?? numbered.get(-1);
			const claim = error.outcome === 'unknown' ? 'unknown' : 'not saved';
			if (words !== undefined && words !== claim)
				throw new Error(`Item ${index} is ${error.outcome}, but says: ${message}`);
			return {
				claim,
				json: failed.json,
				text: message,
			};
		}
		if (own.length > 0) return { claim: 'saved', json: own[0]!.json, text: '' };
		return { claim: story.cancelAt !== undefined ? 'unknown' : 'nothing', text: '' };
	});
}

interface ErrorData {
	readonly message: string;
	readonly description?: string;
	readonly outcome: string;
}

/** The error of a failed item. */
function errorIn({ error }: IDataObject): ErrorData | undefined {
	const isData = typeof error === 'object' && error !== null && 'outcome' in error;
	return isData ? (error as unknown as ErrorData) : undefined;
}

const wordsIn = ({ message, description = '' }: ErrorData) => `${message}\n${description}`;

const isWrite = (method: string) => method !== 'GET';

const AMBIGUOUS = /^(500|502|reset|hang|200 HTML)/;

/** Whether something happened that makes the outcome unknown. */
const isUncertain = (played: Played, said: Said) =>
	played.rows.got
		.slice(...said.requests)
		.some(
			({ fault, path, status, method }) =>
				(fault !== undefined && AMBIGUOUS.test(fault)) ||
				(isWrite(method) &&
					status >= 400 &&
					(path.endsWith('/import') || played.rows.dialect.errors === 'HTML')),
		);

/** Whether nothing went wrong that could be an excuse. */
function isQuiet({ story }: Played): boolean {
	return story.faults.length === 0 && story.others.length === 0 && story.cancelAt === undefined;
}

type Write<T> = Version<T> & { readonly row: Row<T>; readonly before: T | undefined };

function writes<T>(rows: readonly Row<T>[], said: Said): Write<T>[] {
	return rows.flatMap((row) =>
		row.versions.flatMap((version, index) =>
			version.by === 'node' && version.at > said.from && version.at <= said.to
				? [{ ...version, row, before: row.versions[index - 1]?.state }]
				: [],
		),
	);
}

/* Records */

function recordViolations(played: Played, story: RecordStory): Violation[] {
	if (story.operation === 'get' || story.operation === 'getAll')
		return readingViolations(played, story);
	const found: Violation[] = [];
	played.runs.forEach((said, run) => {
		// An earlier problem shows again.
		if (found.length > 0) return;
		const ofRun = writingViolations(played, story, said, run);
		found.push(
			...ofRun.map((one) => (run === 0 ? one : { ...one, kind: `${one.kind} (second run)` })),
		);
	});
	const [first, second] = played.runs;
	if (
		found.length === 0 &&
		second &&
		first &&
		isQuiet(played) &&
		first.error === undefined &&
		told(played, first).every(({ claim }) => claim === 'saved')
	) {
		const again = writes(played.rows.records, second);
		const created = again.filter(({ before }) => before === undefined);
		if (created.length > 0) {
			found.push({
				kind: 'doubled by the same run again',
				expected: 'no new record',
				found: `${created.length} new records`,
			});
		} else if (again.length > 0 && second.error === undefined) {
			const isOpen =
				story.items.some((item) =>
					Object.keys(item).some((name) => ['clock', 'moment'].includes(name)),
				) ||
				story.dialect.types === 'numbers' ||
				story.mode === 'json';
			const changed = again.filter(
				({ before, state }) => !sameValues(before!.values, state!.values),
			);
			if (changed.length > 0)
				found.push({
					kind: 'the same run again changes values',
					expected: 'nothing changes',
					found: `${changed.length} records`,
				});
			else if (!isOpen)
				found.push({
					kind: 'sends what is unchanged',
					expected: 'nothing is sent',
					found: `${again.length} records are sent again`,
				});
		}
	}
	return found;
}

const sameValues = (a: Values, b: Values) =>
	[...b].every(([uid, value]) => same(a.get(uid), value));

export function same(a: Value | undefined, b: Value | undefined): boolean {
	return canonical(a) === canonical(b);
}

function canonical(value: Value | undefined): string {
	if (value === undefined || value.length === 0) return '';
	return JSON.stringify(value, (_, one: unknown) =>
		one instanceof Map ? [...one].filter(([, cell]) => (cell as string).length > 0) : one,
	);
}

const meaning = (field: FieldOf, given: Given): Value => {
	const value = valueOf(field, given.means);
	return field.kind === 'number' && typeof value === 'string' && value
		? (decimal(value) ?? value)
		: value;
};

function markOf(values: Values, titleUid: string): number | undefined {
	const match = /^Item (\d+)\./.exec(String(values.get(titleUid) ?? ''));
	return match ? Number(match[1]) : undefined;
}

const isIn = (item: Item, is: Given['is']) => Object.values(item).some((given) => given.is === is);

function writingViolations(
	played: Played,
	story: RecordStory,
	said: Said,
	run: number,
): Violation[] {
	const { rows } = played;
	const found: Violation[] = [];
	const dialect = { ...PLAIN, ...story.dialect };
	const fields = fieldsByName(story);
	const title = fields.get('title')!.uid;
	const names = new Map([...fields].map(([name, { uid }]) => [uid, name]));
	const all = writes(rows.records, said);
	const says = told(played, said);
	const got = rows.got.slice(...said.requests);
	const ids = idsOf(story);
	const isWhole = story.options.wholeRecord === true;
	const { dropped } = played;
	const definitionAt = got.find(({ path }) => path === `/api/apps/${FORM}/fields`)?.at ?? Infinity;
	// A value that is deleted with its field after the definition was read is lost, and JSON is not checked.
	const isLostWithField = (uid: string) =>
		dropped.has(uid) && (story.mode === 'json' || definitionAt < dropped.get(uid)!);
	const tellsAll = `${said.error ?? ''}\n${said.hints}\n${says.map(({ text }) => text).join('\n')}`;

	// Bad items are named, all of them, before anything is sent.
	const badItems = story.items.flatMap((item, index) =>
		story.mode !== 'json' && isIn(item, 'bad') ? [index] : [],
	);
	const opaque = dialect.types === 'numbers';
	// If a type is a number, only bounds and choices say what a field accepts.
	const isSaid = ({ max, maxLength, choices }: FieldOf) =>
		!opaque || max !== undefined || maxLength !== undefined || choices !== undefined;
	const certain = badItems.filter((index) =>
		Object.entries(story.items[index]!).some(
			([name, given]) =>
				given.is === 'bad' &&
				isSaid(fields.get(name)!) &&
				!played.dropped.has(fields.get(name)!.uid),
		),
	);
	if (run === 0 && certain.length > 0 && !said.error?.match(/^Item \d+ repeats/)) {
		if (story.onError === 'stop' && got.some(({ method, fault }) => isWrite(method) && !fault)) {
			found.push({
				kind: 'sends before all items are checked',
				expected: 'a bad item is named before anything is sent',
				found: `${got.filter(({ method }) => isWrite(method)).length} writes`,
			});
		}
		const isTrouble = got.some(({ status, fault }) => fault !== undefined || status >= 400);
		if (
			story.onError === 'stop' &&
			said.error !== undefined &&
			story.cancelAt === undefined &&
			!isTrouble
		) {
			const missing = certain.filter((index) => !mentions(said.error!, index, story.items.length));
			if (missing.length > 0)
				found.push({
					kind: 'names not all bad items',
					item: missing[0],
					expected: `items ${certain.join(', ')} are named`,
					found: said.error,
				});
		}
		for (const index of certain) {
			if (says[index]!.claim === 'saved')
				found.push({
					kind: 'says that a bad item is saved',
					item: index,
					expected: 'an error',
					found: show(says[index]!.json),
				});
		}
	}

	// Compares what the node says about each item with the truth.
	const ofItem = new Map<number, Write<RecordState>[]>();
	for (const write of all) {
		const mark =
			story.operation === 'update'
				? story.targets.findIndex((target) => ids[target] === write.row.id)
				: write.state && markOf(write.state.values, title);
		if (mark === undefined || mark < 0 || mark >= story.items.length) {
			found.push({
				kind: 'writes a record that no item names',
				expected: 'only records of the items',
				found: `record ${write.row.id}: ${show(write.state?.values)}`,
			});
			continue;
		}
		ofItem.set(mark, [...(ofItem.get(mark) ?? []), write]);
	}
	story.items.forEach((_, index) => {
		const { claim, json } = says[index]!;
		const own = ofItem.get(index) ?? [];
		const created = own.filter(({ before }) => before === undefined);
		if (said.error === undefined && claim === 'nothing') {
			found.push({
				kind: 'no output for an item',
				item: index,
				expected: 'an output',
				found: 'none',
			});
		}
		if (created.length > 1) {
			found.push({
				kind: 'doubled',
				item: index,
				expected: 'one record',
				found: `${created.length} records`,
			});
		}
		const isSaved = own.length > 0;
		if (claim === 'saved' && !isSaved && json?.action !== 'unchanged') {
			found.push({ kind: 'says saved, is not', item: index, expected: 'saved', found: show(json) });
		}
		if ((claim === 'not saved' || claim === 'nothing') && isSaved && story.cancelAt === undefined) {
			found.push({
				kind: 'says not saved, is',
				item: index,
				expected: 'that it is saved, or may be',
				found: says[index]!.text,
			});
		}
		if (
			claim === 'unknown' &&
			run === 0 &&
			story.cancelAt === undefined &&
			!isUncertain(played, said)
		) {
			found.push({
				kind: 'in doubt without need',
				item: index,
				expected: 'saved or not',
				found: says[index]!.text,
			});
		}
		if (json?.action === 'unchanged') {
			if (isSaved)
				found.push({
					kind: 'says unchanged, is written',
					item: index,
					expected: 'nothing is sent',
					found: show(own[0]!.state?.values),
				});
			const isTold = ({ uid, caption }: FieldOf) =>
				dropped.has(uid) && (tellsAll.includes(caption) || tellsAll.includes(uid));
			const isLost = (field: FieldOf) => isLostWithField(field.uid) || isTold(field);
			found.push(...unchangedViolations(played, story, said, { index, isLost }));
		}
		if (json?.action === 'created' && claim === 'saved' && own.every(({ before }) => before)) {
			found.push({
				kind: 'says created, is not',
				item: index,
				expected: 'a new record',
				found: show(json),
			});
		}
		for (const write of own) found.push(...valueViolations(write, index));
	});

	function valueViolations(
		{ row, before, state, at }: Write<RecordState>,
		index: number,
	): Violation[] {
		const item = story.items[index]!;
		const violations: Violation[] = [];
		if (!state)
			return [{ kind: 'deletes a record', item: index, expected: 'no deletion', found: row.id }];
		const lastRead = got.findLast(
			(one) => one.at < at && one.method === 'GET' && readsRecord(one.path, row.id),
		);
		const asRead = lastRead && row.at(lastRead.at);
		if (before && story.operation === 'upsert') {
			const isMoment = (name: string) =>
				/Z$|[+-]\d\d:\d\d$/.test(String(item[name]?.json)) &&
				['date', 'datetime'].includes(fields.get(name)!.kind);
			const keyed = (asRead ?? before).values;
			const wrong = story.keys.find((name) => {
				const given = item[name];
				return (
					given &&
					given.is !== 'bad' &&
					!isMoment(name) &&
					!same(keyed.get(fields.get(name)!.uid), meaning(fields.get(name)!, given))
				);
			});
			if (wrong)
				violations.push({
					kind: 'updates the wrong record',
					item: index,
					field: wrong,
					expected: show(item[wrong]!.means),
					found: show(keyed.get(fields.get(wrong)!.uid)),
				});
		}
		for (const [uid, value] of state.values) {
			const name = names.get(uid)!;
			const field = fields.get(name);
			if (!name || !field) continue;
			const given = item[name];
			if (given?.is === 'bad') {
				if (story.onError === 'stop' || !opaque)
					violations.push({
						kind: 'stores a bad value',
						item: index,
						field: name,
						expected: 'an error',
						found: show(value),
					});
				continue;
			}
			if (given) {
				if (same(value, meaning(field, given)) || isLostWithField(uid)) continue;
				const isTime = field.kind === 'date' || field.kind === 'datetime';
				const isDropped = before ? same(value, before.values.get(uid)) : value.length === 0;
				const isNamed = tellsAll.includes(field.caption) || tellsAll.includes(uid);
				if (isDropped && isNamed) continue;
				const kind =
					isTime && /Z$|[+-]\d\d:\d\d$/.test(String(given.json))
						? 'a moment becomes another'
						: isDropped
							? 'a value vanishes without a word'
							: 'stores another value';
				violations.push({
					kind,
					item: index,
					field: name,
					expected: show(given.means),
					found: show(value),
				});
				continue;
			}
			const held = before?.values.get(uid);
			if (same(value, held)) continue;
			if (!before) {
				if (value.length > 0 && field.kind !== 'formula')
					violations.push({
						kind: 'stores what nobody gave',
						item: index,
						field: name,
						expected: 'empty',
						found: show(value),
					});
				continue;
			}
			// An edit between the last reading of a record and its update cannot be seen.
			if (asRead && same(value, asRead.values.get(uid)) && (isWhole || field.key)) continue;
			if (dialect.leftOut === 'cleared' && !isWhole && value.length === 0) continue;
			violations.push({
				kind: 'changes what nobody gave',
				item: index,
				field: name,
				expected: show(held),
				found: show(value),
			});
		}
		for (const [name, given] of Object.entries(item)) {
			const { uid, caption, kind } = fields.get(name)!;
			// If the form changes during the run, a value may have nowhere to go; then the node says so.
			const isLost = !state.values.has(uid) && given.is === 'good' && given.means.length > 0;
			if (
				isLost &&
				!isLostWithField(uid) &&
				kind !== 'formula' &&
				!tellsAll.includes(caption) &&
				!tellsAll.includes(uid)
			) {
				violations.push({
					kind: 'a value vanishes without a word',
					item: index,
					field: name,
					expected: show(given.means),
					found: 'no such field',
				});
			}
		}
		if (before && before.status !== state.status && state.status !== asRead?.status) {
			violations.push({
				kind: 'changes the status',
				item: index,
				expected: before.status,
				found: state.status,
			});
		}
		return violations;
	}

	// One record for each key.
	if (story.operation === 'upsert') found.push(...keyViolations(played, story, all));
	if (story.operation === 'update') {
		for (const [index, own] of ofItem)
			if (own.length > 1 && isQuiet(played))
				found.push({
					kind: 'written twice',
					item: index,
					expected: 'one update',
					found: String(own.length),
				});
	}

	// Without trouble, what is good is saved.
	if (run === 0 && isQuiet(played)) {
		const isExcused = (item: Item, index: number) =>
			isIn(item, 'bad') ||
			isIn(item, 'open') ||
			Object.values(item).some(({ json }) => isRounded(json)) ||
			(dialect.people !== 'code' &&
				story.mode !== 'json' &&
				(item.people?.means.length ?? 0) > 0) ||
			(isWhole && dialect.people !== 'code') ||
			(isWhole && dialect.fileSent === 'refused' && fields.has('paper')) ||
			(dialect.leftOut === 'cleared' &&
				dialect.keyOnUpdate === 'needed' &&
				story.mode === 'json') ||
			(story.keys.length > 0 &&
				story.operation !== 'update' &&
				story.keys.some((name) => (item[name]?.means.length ?? 0) === 0)) ||
			(story.operation === 'update' && story.keys.some((name) => item[name]?.means.length === 0)) ||
			(story.operation === 'update' && story.mode === 'json' && dialect.keyOnUpdate === 'needed') ||
			(story.operation === 'update' && story.deleted.includes(story.targets[index]!)) ||
			(story.operation === 'update' && story.keys.length > 0 && dialect.doubleKey === 'refused') ||
			(story.operation === 'create' || story.operation === 'import'
				? story.keys.length > 0 && dialect.doubleKey === 'refused'
				: false) ||
			(opaque &&
				Object.entries(item).some(
					([name, given]) =>
						['date', 'datetime', 'time', 'users'].includes(fields.get(name)!.kind) ||
						(fields.get(name)!.kind !== 'text' && given.means === '') ||
						typeof given.json === 'boolean',
				)) ||
			(story.operation === 'upsert' && isAmbiguousKey(played, story, index)) ||
			(opaque && story.operation === 'upsert' && mayBeAnother(played, story, index));
		const isAnyExcused = story.items.some(isExcused);
		story.items.forEach((item, index) => {
			// If items are sent together, one that is rejected affects the others.
			const mayFail =
				story.onError === 'stop' || story.operation !== 'create' || story.options.throughImport
					? isAnyExcused
					: isExcused(item, index);
			if (says[index]!.claim !== 'saved' && !mayFail) {
				found.push({
					kind: 'fails without need',
					item: index,
					expected: 'saved',
					found: says[index]!.text || 'nothing',
				});
			}
		});
	}
	return found;
}

/** A whole number that n8n may have rounded when it read the JSON. */
const isRounded = (json: unknown) => Number.isInteger(json) && !Number.isSafeInteger(json);

const readsRecord = (path: string, id: string) =>
	path === `/api/apps/${FORM}/records` || path === `/api/apps/${FORM}/records/${id}`;

function mentions(text: string, index: number, count: number): boolean {
	if (count === 1) return true;
	if (new RegExp(`\\[item ${index}\\]`).test(text)) return true;
	return [...text.matchAll(/[Ii]tems? ([\d, toandthrugh-]+)/g)].some(([, list]) =>
		[...list!.matchAll(/(\d+)(?:\s*(?:to|-|through)\s*(\d+))?/g)].some(
			([, from, to]) => index >= Number(from) && index <= Number(to ?? from),
		),
	);
}

/** Whether several items, or several records, have the key of an item. */
function isAmbiguousKey(played: Played, story: RecordStory, index: number): boolean {
	const fields = fieldsByName(story);
	const keyOf = (item: Item) =>
		canonical(
			story.keys.map((name) => canonical(item[name] && meaning(fields.get(name)!, item[name]))),
		);
	const own = keyOf(story.items[index]!);
	if (story.items.some((item, other) => other !== index && keyOf(item) === own)) return true;
	const holders = played.rows.records.filter((row) => {
		const before = row.versions.findLast(({ by }) => by === 'before')?.state;
		return (
			before &&
			canonical(story.keys.map((name) => canonical(before.values.get(fields.get(name)!.uid)))) ===
				own
		);
	});
	return holders.length > 1;
}

/** A text in which values look the same if they may be equal. */
const blurred = (value: unknown): string =>
	(Array.isArray(value) ? value : String(value).split(','))
		.map((part: unknown) => String((part as { code?: unknown }).code ?? part).trim())
		.map((part) => decimal(part) ?? part.replaceAll('/', '-').replace('T', ' '))
		.map((part) => part.replace(/\b0+(?=\d)/g, '').replace(/( 0)?(:0)+$/, ''))
		.join();

/** Whether the key of an item may be the key of another item or record in another spelling. */
function mayBeAnother(played: Played, story: RecordStory, index: number): boolean {
	const fields = fieldsByName(story);
	const keys = story.keys.map((name) => ({ name, uid: fields.get(name)!.uid }));
	const ofItem = (item: Item) => keys.map(({ name }) => item[name]?.json);
	const own = ofItem(story.items[index]!);
	const others = [
		...story.items.filter((_, other) => other !== index).map(ofItem),
		...played.rows.records.map((row) => keys.map(({ uid }) => row.last.values.get(uid))),
	];
	return others.some(
		(other) => show(other) !== show(own) && show(other.map(blurred)) === show(own.map(blurred)),
	);
}

function unchangedViolations(
	played: Played,
	story: RecordStory,
	said: Said,
	{ index, isLost }: { index: number; isLost: (field: FieldOf) => boolean },
): Violation[] {
	const fields = fieldsByName(story);
	const item = Object.fromEntries(
		Object.entries(story.items[index]!).filter(([name]) => !isLost(fields.get(name)!)),
	);
	const isHeld = (values: Values) =>
		Object.entries(item).every(([name, given]) =>
			same(values.get(fields.get(name)!.uid), meaning(fields.get(name)!, given)),
		);
	const states = played.rows.records.flatMap((row) => row.between(said.from, said.to));
	if (states.some((state) => state && isHeld(state.values))) return [];
	const nearest = states.find(
		(state) =>
			state &&
			story.keys.every((name) =>
				same(state.values.get(fields.get(name)!.uid), meaning(fields.get(name)!, item[name]!)),
			),
	);
	const differs =
		nearest &&
		Object.keys(item).find(
			(name) =>
				!same(nearest.values.get(fields.get(name)!.uid), meaning(fields.get(name)!, item[name]!)),
		);
	return [
		{
			kind: 'says unchanged, differs',
			item: index,
			field: differs,
			expected: show(differs ? item[differs]!.means : item.title!.means),
			found: show(differs ? nearest!.values.get(fields.get(differs)!.uid) : 'no such record'),
		},
	];
}

function keyViolations(
	played: Played,
	story: RecordStory,
	all: readonly Write<RecordState>[],
): Violation[] {
	const fields = fieldsByName(story);
	const keyOf = (values: Values) =>
		canonical(story.keys.map((name) => canonical(values.get(fields.get(name)!.uid))));
	const found: Violation[] = [];
	const seen = new Set<string>();
	for (const { row, before, state, at } of all) {
		if (before || !state) continue;
		const key = keyOf(state.values);
		if (seen.has(key))
			found.push({
				kind: 'two new records of one key',
				expected: 'one record, or an error',
				found: show(state.values),
			});
		seen.add(key);
		const firstRead = played.rows.got.find(
			({ method, path }) => method === 'GET' && path.endsWith('/records'),
		);
		const holder = played.rows.records.find((other) => {
			if (other === row) return false;
			const during = other.between(firstRead?.at ?? 0, at);
			return during.every((one) => one && keyOf(one.values) === key);
		});
		if (holder)
			found.push({
				kind: 'creates what exists',
				expected: `an update of record ${holder.id}`,
				found: `a new record ${row.id}: ${show(state.values)}`,
			});
	}
	return found;
}

/* Reading */

function readingViolations(played: Played, story: RecordStory): Violation[] {
	const { rows } = played;
	const said = played.runs[0]!;
	const found: Violation[] = [];
	const dialect = { ...PLAIN, ...story.dialect };
	const fields = fieldsByName(story);
	const got = rows.got.slice(...said.requests);
	const failed =
		said.error !== undefined
			? said.error
			: said.outputs.find(({ json, output }) => output === 1 || errorIn(json) !== undefined)?.json
					.error;
	if (story.operation === 'get') {
		const ids = idsOf(story);
		story.targets.forEach((target, index) => {
			const own = said.outputs.find(({ of, json }) => of === index && json.recordId !== undefined);
			if (!own) return;
			const row = rows.record(ids[target]!);
			if (String(own.json.recordId) !== ids[target])
				found.push({
					kind: 'returns another record',
					item: index,
					expected: ids[target]!,
					found: show(own.json.recordId),
				});
			else found.push(...shownViolations(played, { story, row: row!, json: own.json, index }));
		});
		const isGone = story.targets.some((target) => story.deleted.includes(target));
		if (failed !== undefined && isQuiet(played) && !isGone)
			found.push({ kind: 'fails without need', expected: 'the records', found: show(failed) });
		return found;
	}
	const {
		returnAll = true,
		limit = 50,
		order,
	} = story.options as { returnAll?: boolean; limit?: number; order?: string };
	if (failed !== undefined) {
		const mayMove =
			order !== undefined && (dialect.equals === 'shuffled' || story.others.length > 0);
		if (isQuiet(played) && !mayMove)
			found.push({ kind: 'fails without need', expected: 'the records', found: show(failed) });
		if (
			story.onError === 'stop' &&
			said.outputs.some(({ output, json }) => output === 0 && json.recordId !== undefined)
		)
			found.push({ kind: 'fails with rows', expected: 'rows or an error', found: show(failed) });
		return found;
	}
	if (story.cancelAt !== undefined) return [];
	const lists = got.filter(({ path }) => path === `/api/apps/${FORM}/records`);
	const [from, to] = [lists[0]?.at ?? said.from, lists.at(-1)?.at ?? said.to];
	const shownIds = said.outputs.map(({ json }) => String(json.recordId));
	const counts = new Map<string, number>();
	for (const id of shownIds) counts.set(id, (counts.get(id) ?? 0) + 1);
	for (const [id, count] of counts) {
		if (count > 1)
			found.push({
				kind: 'returns a record twice',
				expected: 'once',
				found: `record ${id}, ${count} times`,
			});
	}
	const isWanted = wantedBy(story);
	const isOpen = filtersDropped(story);
	const statesOf = (row: Row<RecordState>) =>
		row.between(from, to).map((state) => state ?? row.last);
	const throughout = rows.records.filter(
		(row) =>
			row.versions[0]!.at < from &&
			row.between(from, to).every((state) => state !== undefined) &&
			!isOpen &&
			statesOf(row).every(isWanted),
	);
	const unwanted = shownIds.find((id) => {
		const row = rows.record(id);
		return row && !isOpen && !statesOf(row).some(isWanted);
	});
	if (unwanted !== undefined)
		found.push({
			kind: 'returns what is filtered out',
			expected: 'records that match',
			found: show(rows.record(unwanted)!.last),
		});
	const most = returnAll ? Infinity : limit;
	if (shownIds.length > most)
		found.push({
			kind: 'returns more than the limit',
			expected: String(limit),
			found: String(shownIds.length),
		});
	if (returnAll || throughout.length <= limit) {
		const missing = throughout.filter(({ id }) => !counts.has(id));
		const mayCut = !returnAll && shownIds.length >= limit;
		if (missing.length > 0 && !mayCut)
			found.push({
				kind: 'misses records',
				expected: `${throughout.length} records`,
				found: `${missing.length} missing, such as ${missing[0]!.id}`,
			});
	} else if (shownIds.length < limit) {
		found.push({
			kind: 'misses records',
			expected: `${limit} records`,
			found: `${shownIds.length}`,
		});
	}
	const { filter = {} } = story.options as { filter?: Filter };
	const window = filter.changedAfter ?? filter.createdAfter;
	if (window !== undefined && story.others.length === 0) {
		const by = filter.changedAfter === undefined ? 'createdAt' : 'updatedAt';
		const seconds = shownIds.map((id) => secondOf(rows.record(id)?.last[by] ?? 0));
		const left = throughout.filter(({ id }) => !counts.has(id));
		const isInOrder = seconds.every((second, at) => at === 0 || second <= seconds[at - 1]!);
		const newer = left.find((row) => secondOf(row.last[by]) > (seconds.at(-1) ?? 0));
		if (!isInOrder || newer)
			found.push({
				kind: 'returns not the newest',
				expected: newer ? `record ${newer.id}` : 'the newest first',
				found: show(shownIds.slice(0, 10)),
			});
	}
	if (!returnAll && !order && window === undefined && story.others.length === 0) {
		const newest = rows.records
			.filter((row) => row.at(from) !== undefined && isWanted(row.last))
			.map(({ id }) => BigInt(id))
			.sort((a, b) => (a < b ? 1 : -1))
			.slice(0, limit)
			.map(String);
		if (newest.join() !== shownIds.join())
			found.push({
				kind: 'returns not the newest',
				expected: newest.slice(0, 3).join(),
				found: shownIds.slice(0, 3).join(),
			});
	}
	if (order && story.others.length === 0 && fields.has(order)) {
		const field = fields.get(order)!;
		const values = shownIds.map((id) => String(rows.record(id)?.last.values.get(field.uid) ?? ''));
		const isSorted = values.every(
			(value, index) =>
				index === 0 ||
				(field.kind === 'number'
					? Number(value) <= Number(values[index - 1])
					: value <= values[index - 1]!),
		);
		if (!isSorted)
			found.push({
				kind: 'not sorted',
				field: order,
				expected: 'the largest first',
				found: show(values.slice(0, 10)),
			});
	}
	said.outputs.forEach(({ json }) => {
		const row = rows.record(String(json.recordId));
		if (!row)
			found.push({ kind: 'returns no record of the form', expected: 'records', found: show(json) });
		else if (found.length < 20)
			found.push(...shownViolations(played, { story, row, json, index: 0 }));
	});
	return found;
}

/** Of a form that loses a field of a condition nobody can tell what matches. */
function filtersDropped({ options, others }: RecordStory): boolean {
	const { conditions = [] } = (options.filter ?? {}) as Filter;
	const dropped = others.filter(({ does }) => does === 'drops field').map(({ field }) => field);
	return conditions.some(({ field }) => dropped.includes(field));
}

/** Whether a filter wants a record. */
function wantedBy(story: RecordStory): (state: RecordState) => boolean {
	const { filter = {} } = story.options as { filter?: Filter };
	const { changedAfter = 0, createdAfter = 0, conditions = [] } = filter;
	const fields = fieldsByName(story);
	const tests = conditions.map(({ field, operator, value }) => (state: RecordState) => {
		const { kind, uid } = fields.get(field)!;
		const held = state.values.get(uid)!;
		if (operator === 'empty') return held.length === 0;
		if (operator === 'notEmpty') return held.length > 0;
		if (held.length === 0) return false;
		switch (operator) {
			case 'contains':
				return kind === 'users'
					? (held as readonly string[]).includes(value)
					: String(held).includes(value);
			case 'equals':
				return held === value;
			case 'atLeast':
				return Number(held) >= Number(value);
			case 'less':
				return Number(held) < Number(value);
			case 'atMost':
				return String(held) <= dayText(value);
		}
	});
	return (state) => {
		const isLate =
			secondOf(state.updatedAt) >= changedAfter && secondOf(state.createdAt) >= createdAfter;
		return isLate && tests.every((test) => test(state));
	};
}

const dayText = (text: string) =>
	text
		.split(/[-/]/)
		.map((part) => part.padStart(2, '0'))
		.join('-');

/** Whether a record is shown as it was at some time of the run. */
function shownViolations(
	{ runs }: Played,
	{
		story,
		row,
		json,
		index,
	}: { story: RecordStory; row: Row<RecordState>; json: IDataObject; index: number },
): Violation[] {
	const found: Violation[] = [];
	const fields = fieldsByName(story);
	const only = story.options.fields as string[] | undefined;
	const droppable = new Set(
		story.others.filter(({ does }) => does === 'drops field').map(({ field }) => field),
	);
	const states = row.between(runs[0]!.from, runs[0]!.to).map((state) => state ?? row.last);
	const isSimple = story.options.simplify !== false;
	const isNamed = isSimple && story.options.names !== 'identifiers';
	const raw = (isSimple ? json : (json.record as IDataObject | undefined)) ?? {};
	const captions = [...fields.values()].map(({ caption }) => caption);
	for (const [name, field] of fields) {
		if (droppable.has(name) || (only && story.operation === 'getAll' && !only.includes(name)))
			continue;
		if (!isNamed && !isSimple && field.uid === 'status') continue;
		const isTwin = captions.filter((caption) => caption === field.caption).length > 1;
		const keys = isNamed
			? isTwin
				? Object.keys(raw).filter((key) => key.startsWith(field.caption) || key.includes(field.uid))
				: [`record.${field.caption}`, field.caption]
			: [`record.${field.uid}`, field.uid];
		const key =
			isTwin && isNamed
				? (keys.find((one) => one.includes(field.uid)) ?? keys[0])
				: keys.find((one) => Object.hasOwn(raw, one));
		const value = key === undefined || !Object.hasOwn(raw, key) ? undefined : raw[key];
		const wanted = states.map((state) => state.values.get(field.uid)!);
		if (wanted.every((one) => one.length > 0) && value === undefined) {
			found.push({
				kind: 'a column vanishes',
				item: index,
				field: name,
				expected: show(wanted[0]),
				found: `no ${field.caption}, of ${Object.keys(raw).join(', ')}`,
			});
			continue;
		}
		const isRight = (one: Value) =>
			field.kind === 'users' && isSimple ? areShown(story, one, value) : isShown(field, one, value);
		if (!wanted.some(isRight)) {
			found.push({
				kind: 'returns another value',
				item: index,
				field: name,
				expected: show(wanted[0]),
				found: show(value),
			});
		}
	}
	if (isNamed) {
		const twins = [...fields].filter(([, { caption }]) => caption === 'Note');
		const shown = Object.keys(raw).filter((key) => key.startsWith('Note'));
		if (
			twins.length === 2 &&
			!only &&
			!twins.some(([name]) => droppable.has(name)) &&
			shown.length < 2 &&
			!twins.every(([, { uid }]) => Object.keys(raw).some((key) => key.includes(uid)))
		) {
			found.push({
				kind: 'a column vanishes',
				item: index,
				field: 'twin',
				expected: 'both fields Note',
				found: Object.keys(raw).join(', '),
			});
		}
	}
	return found;
}

/** Users in the requested form: objects, names or codes. A type without words does not show that they are users. */
function areShown({ dialect, options }: RecordStory, codes: Value, shown: unknown): boolean {
	const { usersAs = 'objects' } = options as { usersAs?: string };
	const isUnset = shown === undefined || shown === null || show(shown) === '[]' || shown === '';
	if (codes.length === 0) return isUnset;
	const objects = (codes as readonly string[]).map((code) => ({ code, name: `Person ${code}` }));
	const ways: Readonly<Record<string, unknown>> = {
		objects,
		names: objects.map(({ name }) => name),
		codes,
	};
	const isOpaque = dialect.types === 'numbers' && show(shown) === show(objects);
	return isOpaque || show(shown) === show(ways[usersAs]);
}

function isShown(field: FieldOf, value: Value, shown: unknown): boolean {
	if (value.length === 0)
		return (
			shown === undefined ||
			shown === null ||
			shown === '' ||
			(Array.isArray(shown) && shown.length === 0)
		);
	const textOf = (one: unknown): string =>
		one !== null && typeof one === 'object'
			? String(
					(one as { selectName?: unknown }).selectName ??
						(one as { code?: unknown }).code ??
						JSON.stringify(one),
				)
			: String(one);
	const dayOf = (text: string) => text.replaceAll('/', '-').replace('T', ' ');
	switch (field.kind) {
		case 'number':
			return decimal(textOf(shown)) === decimal(value as string);
		case 'date':
			return dayOf(textOf(shown)).slice(0, 10) === value;
		case 'datetime':
			return dayOf(textOf(shown)).slice(0, 16) === (value as string).slice(0, 16);
		case 'time':
			return textOf(shown).slice(0, 5) === (value as string).slice(0, 5);
		case 'choices':
		case 'users': {
			const wanted = value as readonly string[];
			if (Array.isArray(shown))
				return (
					shown.length === wanted.length &&
					shown.every((one, index) => textOf(one) === wanted[index])
				);
			return textOf(shown).replaceAll(', ', ',') === wanted.join(',').replaceAll(', ', ',');
		}
		case 'table': {
			if (!Array.isArray(shown) || shown.length !== value.length) return false;
			return (value as readonly Values[]).every((row, index) => {
				const cells = shown[index] as Record<string, unknown>;
				const inner = (cells.record as Record<string, unknown> | undefined) ?? cells;
				return field.columns!.every((column) =>
					isShown(
						column,
						row.get(column.uid) ?? '',
						[column.caption, column.uid]
							.map((key) => (Object.hasOwn(inner, key) ? inner[key] : undefined))
							.find((cell) => cell !== undefined),
					),
				);
			});
		}
		case 'file':
		case 'formula':
			return shown !== undefined && shown !== null;
		default:
			return textOf(shown) === value;
	}
}

/* The directory */

const sameEntry = (a: unknown, b: unknown) => show(a ?? '') === show(b ?? '');

const day = (value: unknown) => String(value ?? '').replaceAll('/', '-');

function directoryViolations(played: Played, story: DirectoryStory): Violation[] {
	if (story.operation === 'getAll') return listViolations(played, story);
	const found: Violation[] = [];
	const isDry = (run: number) =>
		story.operation === 'sync' && story.options.dryRun === true && run === 0;
	played.runs.forEach((said, run) => {
		if (found.length > 0) return;
		if (isDry(run)) {
			const wrote = writes(played.rows.directory[story.on], said);
			if (wrote.length > 0)
				found.push({ kind: 'a dry run writes', expected: 'nothing', found: `${wrote.length}` });
			return;
		}
		const ofRun = entryViolations(played, story, said, run);
		found.push(
			...ofRun.map((one) =>
				run === 0 || isDry(0) ? one : { ...one, kind: `${one.kind} (second run)` },
			),
		);
	});
	if (isDry(0)) found.push(...dryViolations(played, story));
	const [last, before] = [played.runs.at(-1)!, played.runs.at(-2)];
	const repeats =
		before && !isDry(played.runs.length - 2) && isQuiet(played) && before.error === undefined;
	const isAll = repeats && told(played, before).every(({ claim }) => claim === 'saved');
	const writesAlways =
		story.items.some((item) => 'isRetired' in item || 'loginPass' in item) ||
		story.options.missing === 'retire';
	if (found.length === 0 && isAll && !writesAlways) {
		const again = writes(played.rows.directory[story.on], last);
		if (again.length > 0) {
			const [{ before: was, state }] = again as [Write<Entry>];
			found.push({
				kind: 'sends what is unchanged',
				expected: 'nothing is sent',
				found: `${show(was)} to ${show(state)}`,
			});
		}
	}
	return found;
}

function dryViolations(played: Played, story: DirectoryStory): Violation[] {
	const [dry, wet] = played.runs as [Said, Said];
	const failedIn = (said: Said) =>
		said.error ??
		said.outputs.find(({ json, output }) => output === 1 || errorIn(json) !== undefined)?.json
			.error;
	const [dryFailure, wetFailure] = [failedIn(dry), failedIn(wet)];
	const found: Violation[] = [];
	const warns = /nothing (?:would|will) be sent|would fail/i.test(dry.hints);
	if (dryFailure === undefined && wetFailure !== undefined && !warns) {
		const text = wet.error ?? show(wet.outputs.find(({ json }) => json.error)?.json);
		found.push({
			kind: 'the dry run approves, the run fails',
			expected: 'a run that works',
			found: text,
		});
	}
	if (dryFailure !== undefined || wetFailure !== undefined) return found;
	const actions = (said: Said) =>
		said.outputs
			.map(({ json }) => `${String(json.code)}: ${String(json.action).replace(/d$/, '')}`)
			.sort()
			.join('; ');
	if (actions(dry) !== actions(wet))
		found.push({
			kind: 'the run is not the plan',
			expected: actions(dry).slice(0, 300),
			found: actions(wet).slice(0, 300),
		});
	void story;
	return found;
}

function entryViolations(
	played: Played,
	story: DirectoryStory,
	said: Said,
	run: number,
): Violation[] {
	const { rows } = played;
	const kind = story.on;
	const found: Violation[] = [];
	const all = writes(rows.directory[kind], said);
	const says = told(played, said);
	const got = rows.got.slice(...said.requests);
	const dialect = { ...PLAIN, ...story.dialect };
	const {
		missing = 'nothing',
		mostRemovals = 10,
		neverRemove = '',
	} = story.options as { missing?: string; mostRemovals?: number; neverRemove?: string };
	const kept = String(neverRemove)
		.split(',')
		.map((code) => code.trim());
	const isGone = (write: Write<Entry>) =>
		write.state === undefined ||
		(write.state.isRetired === true && write.before?.isRetired !== true);
	const wanted = new Map(story.items.map((item, index) => [String(item.code), index]));
	let removals = 0;

	for (const write of all) {
		const code = String((write.before ?? write.state)!.code);
		const index = wanted.get(code);
		if (index !== undefined) continue;
		const isRemoval = story.operation === 'sync' && missing !== 'nothing';
		if (!isRemoval) {
			found.push({
				kind: 'writes an entry that no item names',
				expected: 'only entries of the items',
				found: `${code}: ${show(write.state)}`,
			});
			continue;
		}
		if (isGone(write)) removals++;
		if (kept.includes(code))
			found.push({ kind: 'removes who is never to be removed', expected: 'stays', found: code });
		if (write.state && missing === 'retire') {
			for (const name of Object.keys(write.before ?? {})) {
				if (
					name !== 'isRetired' &&
					name !== 'code' &&
					!sameEntry(write.before![name], write.state[name]) &&
					!isRaced(write, name, got)
				) {
					found.push({
						kind: 'retiring changes more',
						field: name,
						expected: show(write.before![name]),
						found: show(write.state[name]),
					});
				}
			}
		}
	}
	if (removals > Number(mostRemovals))
		found.push({
			kind: 'removes more than allowed',
			expected: String(mostRemovals),
			found: String(removals),
		});

	story.items.forEach((item, index) => {
		const code = String(item.code);
		const own = all.filter((write) => String((write.before ?? write.state)!.code) === code);
		const { claim, json, text } = says[index]!;
		const isSaved = own.length > 0;
		if (claim === 'nothing' && said.error === undefined)
			found.push({
				kind: 'no output for an item',
				item: index,
				expected: 'an output',
				found: 'none',
			});
		if (claim === 'saved' && !isSaved && json?.action !== 'unchanged')
			found.push({ kind: 'says saved, is not', item: index, expected: 'saved', found: show(json) });
		if ((claim === 'not saved' || claim === 'nothing') && isSaved && story.cancelAt === undefined)
			found.push({
				kind: 'says not saved, is',
				item: index,
				expected: 'that it is saved, or may be',
				found: text,
			});
		if (
			claim === 'unknown' &&
			run === 0 &&
			story.cancelAt === undefined &&
			!isUncertain(played, said)
		)
			found.push({
				kind: 'in doubt without need',
				item: index,
				expected: 'saved or not',
				found: text,
			});
		if (json?.action === 'unchanged' && isSaved)
			found.push({
				kind: 'says unchanged, is written',
				item: index,
				expected: 'nothing is sent',
				found: show(own[0]!.state),
			});
		if (json?.action === 'unchanged') {
			const states = rows.directory[kind].flatMap((row) => row.between(said.from, said.to));
			const isInitial = (name: string) => name === 'loginPass' && story.operation === 'sync';
			const differs = (state: Entry) =>
				Object.keys(item).find(
					(name) => !isInitial(name) && !isGiven(name, item[name], state[name]),
				);
			const held = states.filter((state) => state?.code === code);
			if (!held.some((state) => !differs(state!))) {
				const name = held[0] && differs(held[0]);
				found.push({
					kind: 'says unchanged, differs',
					item: index,
					field: name ?? 'code',
					expected: show(name ? item[name] : code),
					found: show(name ? held[0]![name] : 'no such entry'),
				});
			}
		}
		for (const write of own) {
			if (story.operation === 'create' && write.before) {
				// An entry that is added after the look-up of the codes is not seen.
				const look = got.find(({ method }) => method === 'GET');
				if (look && write.row.at(look.at) === undefined) continue;
				found.push({
					kind: 'Create overwrites what exists',
					item: index,
					expected: 'an error',
					found: `${show(write.before)} became ${show(write.state)}`,
				});
				continue;
			}
			if (!write.state) {
				found.push({
					kind: 'deletes an entry that an item names',
					item: index,
					expected: 'stays',
					found: code,
				});
				continue;
			}
			for (const name of new Set([...Object.keys(write.state), ...Object.keys(item)])) {
				if (name === 'newCode') continue;
				const value =
					name === 'code' && 'newCode' in item
						? write.state.code === item.newCode
							? code
							: write.state.code
						: write.state[name];
				if (name in item) {
					const isInitial = name === 'loginPass' && story.operation === 'sync' && write.before;
					// An entry that was deleted after the list was read comes back as listed.
					const isBack =
						!write.before &&
						rows.directory[kind].some(({ versions }) =>
							versions.some(
								({ by, state }, at) =>
									by === 'other' && !state && versions[at - 1]?.state?.code === code,
							),
						);
					if (isBack) continue;
					if (
						isInitial
							? !sameEntry(value, write.before!.loginPass)
							: !isGiven(name, item[name], value)
					) {
						found.push({
							kind: 'stores another value',
							item: index,
							field: name,
							expected: show(isInitial ? write.before!.loginPass : item[name]),
							found: show(value),
						});
					}
					continue;
				}
				if (name === 'isRetired' && story.operation === 'retire') {
					if (value !== true)
						found.push({
							kind: 'does not retire',
							item: index,
							expected: 'true',
							found: show(value),
						});
					continue;
				}
				if (name === 'isRetired' && story.operation === 'restore') {
					if (value !== false)
						found.push({
							kind: 'does not restore',
							item: index,
							expected: 'false',
							found: show(value),
						});
					continue;
				}
				if (!write.before) continue;
				if (sameEntry(value, write.before[name]) || isRaced(write, name, got)) continue;
				const isDocumented = story.operation === 'import' || story.options.keepOthers === false;
				// Nobody can read it; the panel warns where an update may reset it.
				const isUnreadable = name === 'isRetired' && dialect.defaults === 'set';
				if (isUnreadable) continue;
				if (isDocumented && (dialect.leftOut === 'cleared' || dialect.defaults === 'set')) continue;
				found.push({
					kind: name === 'isRetired' ? 'takes somebody back' : 'changes what nobody gave',
					item: index,
					field: name,
					expected: show(write.before[name]),
					found: show(value),
				});
			}
		}
	});

	if (run === 0 && isQuiet(played)) {
		const present = new Set(
			rows.directory[kind].flatMap(({ versions }) =>
				versions[0]!.by === 'before' ? [versions[0]!.state!.code] : [],
			),
		);
		// A new code that differs from another one only in case, width or spaces is usually a mistake.
		const plain = (code: string) => code.normalize('NFKC').toLowerCase().trim();
		const codes = [...present, ...story.items.map((item) => String(item.code))];
		const looksLikeAnother = (code: string) =>
			codes.some((other) => other !== code && plain(other) === plain(code));
		const isExcused = (item: (typeof story.items)[number]) => {
			const code = String(item.code);
			const exists = present.has(code);
			if (['update', 'retire', 'restore'].includes(story.operation)) {
				const isUpdate = story.operation === 'update';
				const changesNothing = Object.keys(item).every((name) => name === 'code');
				// All items share the mapping, and one may not have a value.
				const lacks = NEEDED.some(
					(name) => !(name in item) && story.items.some((other) => name in other),
				);
				const isPart = isUpdate && (changesNothing || lacks);
				return !exists || isPart || story.options.keepOthers === false;
			}
			if (story.operation === 'create') return exists;
			if (kind === 'users' && !exists && !('loginPass' in item)) return true;
			if (story.operation !== 'import' && !exists && looksLikeAnother(code)) return true;
			return code.trim() !== code || (item.parentCode !== undefined && item.parentCode === code);
		};
		const isAnyExcused = story.items.some(isExcused);
		// The plan may report that too many would be removed, or that codes look alike.
		const retiring = story.items.filter(({ isRetired }) => isRetired === true).length;
		const mayRefuse =
			story.operation === 'sync' && (missing !== 'nothing' || retiring > Number(mostRemovals));
		story.items.forEach((item, index) => {
			const alone =
				story.onError !== 'stop' &&
				['create', 'update', 'retire', 'restore'].includes(story.operation) &&
				!story.options.throughImport;
			if (
				says[index]!.claim !== 'saved' &&
				!(alone ? isExcused(item) : isAnyExcused) &&
				!mayRefuse
			) {
				found.push({
					kind: 'fails without need',
					item: index,
					expected: 'saved',
					found: text(says[index]!),
				});
			}
		});
	}
	return found;
}

const text = (one: Told) => one.text || 'nothing';

/** Another user's edit after the last reading cannot be seen. */
function isRaced(write: Write<Entry>, name: string, got: Played['rows']['got']): boolean {
	const lastRead = got.findLast((one) => one.at < write.at && one.method === 'GET');
	const asRead = lastRead && write.row.at(lastRead.at);
	const firstRead = got.find((one) => one.method === 'GET');
	return (
		[asRead, firstRead && write.row.at(firstRead.at)].some(
			(state) => state !== undefined && sameEntry(state[name], write.state?.[name]),
		) && write.row.versions.some(({ by }) => by === 'other')
	);
}

function isGiven(name: string, given: unknown, value: unknown): boolean {
	if (name === 'expire') return day(given || '9999-12-31') === day(value);
	if (name === 'subBelong') return show(given) === show(value);
	return String(given ?? '') === String(value ?? '');
}

/** Values that every entry must have. */
const NEEDED = ['name', 'kana', 'loginId', 'loginPass', 'organizationCode'] as const;

function listViolations(played: Played, story: DirectoryStory): Violation[] {
	const said = played.runs[0]!;
	const { rows } = played;
	const found: Violation[] = [];
	const failure =
		said.error ??
		said.outputs.find(({ json, output }) => output === 1 || errorIn(json) !== undefined)?.json
			.error;
	if (failure !== undefined) {
		if (isQuiet(played))
			found.push({ kind: 'fails without need', expected: 'the entries', found: show(failure) });
		return found;
	}
	if (story.cancelAt !== undefined) return [];
	const { returnAll = true, limit = 50 } = story.options as { returnAll?: boolean; limit?: number };
	const got = rows.got.slice(...said.requests);
	const [from, to] = [got[0]?.at ?? said.from, got.at(-1)?.at ?? said.to];
	const throughout = rows.directory[story.on].filter(
		(row) =>
			row.versions[0]!.at < from && row.between(from, to).every((state) => state !== undefined),
	);
	const codes = said.outputs.map(({ json }) => String(json.code));
	if (new Set(codes).size < codes.length)
		found.push({
			kind: 'returns an entry twice',
			expected: 'once',
			found: codes.find((code, index) => codes.indexOf(code) !== index)!,
		});
	const most = returnAll ? Infinity : limit;
	if (codes.length > most)
		found.push({
			kind: 'returns more than the limit',
			expected: String(limit),
			found: String(codes.length),
		});
	const missing = throughout.filter(
		(row) => !row.between(from, to).some((state) => codes.includes(state!.code)),
	);
	if (missing.length > 0 && codes.length < most) {
		found.push({
			kind: 'misses entries',
			expected: `${Math.min(throughout.length, most)} entries`,
			found: `${missing.length} missing, such as ${missing[0]!.last.code}`,
		});
	}
	for (const { json } of said.outputs) {
		const row = rows.directory[story.on].find((one) =>
			one.between(from, to).some((state) => state?.code === json.code),
		);
		if (!row) {
			found.push({
				kind: 'returns no entry of the directory',
				expected: 'entries',
				found: show(json),
			});
			continue;
		}
		if ('loginPass' in json)
			found.push({ kind: 'returns a password', expected: 'none', found: show(json) });
		for (const name of ['name', 'kana', 'alias', 'note', 'parentCode', 'loginId']) {
			const values = row.between(from, to).map((state) => state?.[name] ?? '');
			if (name in json && !values.some((value) => sameEntry(value || '', json[name] || ''))) {
				found.push({
					kind: 'returns another value',
					field: name,
					expected: show(values[0]),
					found: show(json[name]),
				});
			}
		}
	}
	return found;
}
