import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runWorkflow } from '../support/engine';
import { credentialType } from '../support/credentials';
import { NODE } from '../support/host';
import { inAHurry } from '../support/hurry';
import { mapperFields } from '../support/n8n';
import { FORM, openSite } from './service';
import { PLAIN, Rows, type Entry, type FieldOf, type Value, type Values } from './site';
import { spelledSecond } from './spelling';
import {
	CATALOGUE,
	COLUMNS,
	LABELS,
	TARGET,
	type DirectoryStory,
	type EntryGiven,
	type Filter,
	type Plain,
	type PlainValues,
	type RecordStory,
	type Story,
} from './story';

/** What the node said about a run. */
export interface Said {
	/** For each input item, the items of the output that belong to it. */
	readonly outputs: readonly {
		readonly json: IDataObject;
		readonly of: number | undefined;
		readonly output: number;
	}[];
	/** The message and description, if the node stopped. */
	readonly error?: string;
	readonly hints: string;
	/** The first and the last moment of the run. */
	readonly from: number;
	readonly to: number;
	/** Requests of this run, in `rows.got`. */
	readonly requests: readonly [first: number, end: number];
	/** Requests sent after the user had cancelled. */
	readonly afterCancel: number;
}

export interface Played {
	readonly story: Story;
	readonly rows: Rows;
	/** The fields of the form when the run began. */
	readonly fields: readonly FieldOf[];
	/** When each field that vanished did so. */
	readonly dropped: ReadonlyMap<string, number>;
	readonly runs: readonly Said[];
}

const NAMES: Record<string, (index: number) => string> = {
	'field-1': (index) => `field-${index + 1}`,
	field_1: (index) => `field_${index + 1}`,
	Japanese: (index) => `項目${index + 1}`,
	JavaScript: (index) =>
		[
			'constructor',
			'toString',
			'__proto__',
			'hasOwnProperty',
			'valueOf',
			'prototype',
			'length',
			'name',
			'then',
			'isPrototypeOf',
			'toJSON',
			'arguments',
			'caller',
			'__defineGetter__',
			'call',
			'apply',
			'bind',
			'propertyIsEnumerable',
			'toLocaleString',
			'symbol',
		][index] ?? `x${index}`,
};

/** The form of a story. */
export function formOf(story: RecordStory): readonly FieldOf[] {
	const uid = NAMES[story.dialect.uids ?? 'field-1']!;
	let next = 0;
	const one = (name: string): FieldOf => {
		const { columns, ...field } = CATALOGUE[name] ?? COLUMNS[name]!;
		const index = next++;
		return {
			...field,
			id: 100 + index,
			uid: uid(index),
			...(story.keys.includes(name) && { key: true }),
			...(columns && { columns: columns.map(one) }),
		};
	};
	const wide = Array.from(
		{ length: story.wide ?? 0 },
		(_, index): FieldOf => ({
			id: 1000 + index,
			uid: `wide-${index}`,
			caption: `Wide ${index}`,
			kind: 'text',
		}),
	);
	return [...wide, ...story.fields.map(one)];
}

/** The field of a name, and the name of a field, in one form. */
export function fieldsByName(story: RecordStory): ReadonlyMap<string, FieldOf> {
	const form = formOf(story).slice(story.wide ?? 0);
	return new Map(story.fields.map((name, index) => [name, form[index]!]));
}

export function valueOf(field: FieldOf, plain: Plain): Value {
	if (field.kind !== 'table') return plain as Value;
	return (plain as readonly Record<string, string>[]).map(
		(row) =>
			new Map(
				field.columns!.map((column) => {
					const name = Object.keys(COLUMNS).find(
						(key) => COLUMNS[key]!.caption === column.caption,
					)!;
					return [column.uid, row[name] ?? ''];
				}),
			),
	);
}

export function valuesOf(story: RecordStory, plain: PlainValues): Values {
	const values = new Map<string, Value>();
	for (const [name, field] of fieldsByName(story)) {
		const given = plain[name];
		values.set(
			field.uid,
			given !== undefined
				? valueOf(field, given)
				: field.kind === 'formula'
					? '2'
					: field.kind === 'users' || field.kind === 'choices' || field.kind === 'table'
						? []
						: '',
		);
	}
	return values;
}

export const ORGANIZATIONS = ['O1', 'O2', 'o1', 'O3'];
export const POSITIONS = ['P1', 'P2'];
export const USERS = ['E1', 'E2', 'e1', '007', '7', 'E3'];

function stock(story: Story): Rows {
	const dialect = { ...PLAIN, ...story.dialect };
	const rows = new Rows(story.on === 'records' ? formOf(story) : [], dialect);
	const before = { by: 'before' } as const;
	for (const code of ORGANIZATIONS) {
		rows.addEntry(
			'organizations',
			entry('organizations', { code, name: `Org ${code}`, kana: 'o' }),
			before,
		);
	}
	for (const code of POSITIONS)
		rows.addEntry(
			'positions',
			entry('positions', { code, name: `Pos ${code}`, kana: 'p' }),
			before,
		);
	const isUsers = story.on === 'users';
	for (const code of isUsers ? [] : USERS)
		rows.addEntry('users', entry('users', { code, name: `Person ${code}` }), before);
	if (story.on === 'records') {
		for (let index = 0; index < story.filler; index++) {
			const plain = Object.fromEntries(
				story.fields.flatMap((name) => {
					const filled: Record<string, Plain> = {
						title: `Filler ${index}`,
						code: `F${index}`,
						serial: String(500000 + index),
						amount: String(index % 7),
						day: `2025-0${1 + (index % 9)}-11`,
					};
					return name in filled ? [[name, filled[name]!]] : [];
				}),
			);
			rows.addRecord(valuesOf(story, plain), before);
			if (index % 50 === 49) rows.skipIds(1);
		}
		story.rows.forEach((plain, index) => {
			const row = rows.addRecord(valuesOf(story, plain), before);
			if (story.deleted.includes(index)) rows.setRecord(row, undefined, before);
		});
	} else {
		for (const given of story.rows) rows.addEntry(story.on, entry(story.on, given), before);
		for (let index = 0; index < story.filler; index++) {
			const code = `X${String(index).padStart(4, '0')}`;
			rows.addEntry(
				story.on,
				entry(story.on, { code, name: `Filler ${index}`, kana: 'x' }),
				before,
			);
		}
	}
	return rows;
}

export function entry(kind: Story['on'], given: EntryGiven): Entry {
	const common = { name: 'Name', kana: 'kana', ...given } as unknown as Entry;
	if (kind === 'organizations')
		return { alias: '', aliasKana: '', parentCode: '', note: '', ...common };
	if (kind === 'positions') return { alias: '', aliasKana: '', note: '', ...common };
	return {
		loginId: `login-${common.code}`,
		organizationCode: 'O1',
		positionCode: '',
		subBelong: [],
		expire: '9999-12-31',
		outsideAccess: false,
		loginErrorCount: 0,
		isRetired: false,
		loginPass: 'old secret',
		...common,
	};
}

const HOW = {
	stop: undefined,
	continue: 'continueRegularOutput',
	'error output': 'continueErrorOutput',
} as const;

const FEW_MS = 90;

/** A reply that hangs must be given up quickly, not after minutes. */
async function impatient<T>(isNeeded: boolean, run: () => Promise<T>): Promise<T> {
	if (!isNeeded) return await run();
	const real = globalThis.setTimeout;
	const soon = (then: () => void, ms = 0, ...rest: unknown[]) =>
		(real as (...all: unknown[]) => unknown)(then, ms > 10_000 ? FEW_MS : ms, ...rest);
	globalThis.setTimeout = Object.assign(soon, real) as unknown as typeof setTimeout;
	try {
		return await run();
	} finally {
		globalThis.setTimeout = real;
	}
}

export async function play(story: Story): Promise<Played> {
	const rows = stock(story);
	const dropped = new Map<string, number>();
	let cancel: AbortController | undefined;
	let cancelledAt: number | undefined;
	let isQuiet = false;
	let first = 0;
	const live = () => rows.fields.filter(({ uid }) => !dropped.has(uid));
	const between = (all: number) => {
		const request = all - first;
		if (isQuiet) return;
		if (request === story.cancelAt) {
			cancelledAt = rows.got.length;
			cancel?.abort();
		}
		for (const other of story.others) {
			if (other.before === request) meanwhile(story, rows, other, dropped);
		}
	};
	const faultAt = (request: number) =>
		isQuiet
			? undefined
			: story.faults.find(({ at, count }) => request >= at && request < at + count);
	const site = await openSite(rows, { faultAt, between, fields: live });
	const zoneSetting = credentialType.properties.find(({ name }) => /zone/i.test(name));
	const credentials = {
		baseUrl: site.url,
		apiKey: 'key',
		methodOverride: rows.dialect.override === 'on',
		...(zoneSetting && { [zoneSetting.name]: rows.dialect.zone }),
	};
	try {
		const parameters = await chosen(story, rows, credentials);
		site.begin();
		const runs: Said[] = [];
		const isHanging = story.faults.some(({ kind }) => kind.startsWith('hang'));
		for (const parametersOfRun of parameters) {
			const start = rows.got.length;
			const from = rows.moment();
			cancel = new AbortController();
			let unstarted: unknown;
			const result = await impatient(isHanging && !isQuiet, () =>
				inAHurry(() =>
					runWorkflow({
						parameters: parametersOfRun,
						credentials,
						items: itemsOf(story),
						onError: HOW[story.onError],
						abort: story.cancelAt !== undefined && !isQuiet ? cancel!.signal : undefined,
					}),
				),
			).catch((error: unknown) => {
				// n8n does not start a node with parameters that it considers invalid.
				unstarted = error;
				return undefined;
			});
			if (cancelledAt !== undefined && !isQuiet)
				await new Promise((resolve) => setTimeout(resolve, 15));
			const task = result?.run.data.resultData.runData[NODE]?.at(-1);
			const failure = (unstarted ?? task?.error ?? result?.run.data.resultData.error) as
				| { message: string; description?: string | null; context?: { itemIndex?: number } }
				| undefined;
			runs.push({
				outputs: (result?.outputs ?? []).flatMap((items, output) =>
					items.map((item) => ({ json: item.json, of: indexOf(item), output })),
				),
				...(failure && { error: textOf(failure) }),
				hints: (task?.hints ?? []).map(({ message }) => message).join('\n'),
				from,
				to: rows.moment(),
				requests: [start, rows.got.length],
				afterCancel: cancelledAt === undefined || isQuiet ? 0 : rows.got.length - cancelledAt - 1,
			});
			isQuiet = true;
			first = rows.got.length;
		}
		return { story, rows, fields: rows.fields, dropped, runs };
	} finally {
		await site.close();
	}
}

/** As the panel shows it: with the item that n8n names. */
function textOf({
	message,
	description,
	context,
}: {
	message: string;
	description?: string | null;
	context?: { itemIndex?: number };
}): string {
	const item = context?.itemIndex === undefined ? '' : ` [item ${context.itemIndex}]`;
	return `${message}${item}\n${description ?? ''}`;
}

function indexOf({ pairedItem }: INodeExecutionData): number | undefined {
	const one = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof one === 'number' ? one : one?.item;
}

function meanwhile(
	story: Story,
	rows: Rows,
	other: Story['others'][number],
	dropped: Map<string, number>,
): void {
	const by = { by: 'other' } as const;
	if (story.on === 'records') {
		const fields = fieldsByName(story);
		if (other.does === 'drops field') {
			const field = fields.get(other.field);
			if (field && !field.key && other.field !== 'title') dropped.set(field.uid, rows.moment());
			return;
		}
		if (other.does === 'creates') {
			const plain = { title: 'Of another', [other.field]: other.value };
			rows.addRecord(valuesOf(story, plain), by);
			return;
		}
		const alive = rows.records.filter(({ now }) => now);
		const row = alive[other.which % Math.max(alive.length, 1)];
		if (!row) return;
		if (other.does === 'deletes') rows.setRecord(row, undefined, by);
		else {
			const field = fields.get(other.field)!;
			rows.setRecord(
				row,
				new Map([...row.now!.values, [field.uid, valueOf(field, other.value)]]),
				by,
			);
		}
		return;
	}
	const kind = story.on;
	if (other.does === 'creates') {
		const code = String(other.value);
		if (!rows.entry(kind, code)) rows.addEntry(kind, entry(kind, { code, name: 'Of another' }), by);
		return;
	}
	const alive = rows.directory[kind].filter(({ now }) => now);
	const row = alive[other.which % Math.max(alive.length, 1)];
	if (!row || other.does === 'drops field') return;
	if (other.does === 'deletes') rows.write(row, undefined, by);
	else rows.write(row, { ...row.now!, name: `Edited ${String(other.value)}` }, by);
	return;
}

const locator = (value: string | number) => ({ __rl: true, mode: 'id', value: String(value) });

/** What a user sets in the panel, for each run of the story. */
async function chosen(
	story: Story,
	rows: Rows,
	credentials: IDataObject & { baseUrl: string },
): Promise<INodeParameters[]> {
	const { operation, options } = story;
	if (story.on !== 'records') return directoryParameters(story);
	const base = { resource: 'record', operation, form: locator(FORM) };
	if (operation === 'get' || operation === 'getAll') {
		const {
			returnAll = true,
			limit = 50,
			simplify = true,
			order,
			filter,
			...others
		} = options as {
			filter?: Filter;
			returnAll?: boolean;
			limit?: number;
			simplify?: boolean;
			order?: string;
			fields?: string[];
		};
		const fields = fieldsByName(story);
		const chosenFields = others.fields?.map((name) => fields.get(name)!.uid);
		const parameters = {
			...base,
			...(operation === 'get' ? { recordId: '={{ $json.id }}' } : { returnAll, limit }),
			...(operation === 'get' && {
				recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			}),
			simplify,
			...(filter && { filters: filtersOf(story, rows, filter) }),
			options: {
				...others,
				...(chosenFields && { fields: chosenFields }),
				...(order && { order: locator(fields.get(order)?.uid ?? order) }),
			},
		};
		return story.again ? [parameters, parameters] : [parameters];
	}
	const fields = fieldsByName(story);
	const parameters: Record<string, unknown> = { ...base, options: { ...options } };
	if (operation === 'update')
		parameters.recordId = { __rl: true, mode: 'id', value: `={{ $json.${TARGET} }}` };
	if (story.mode === 'json') {
		parameters.specifyRecord = 'json';
		parameters.recordJson = '={{ $json.text }}';
		if (operation === 'upsert') {
			(parameters.options as IDataObject).matchOn = story.keys
				.map((name) => fields.get(name)!.uid)
				.join(',');
		}
	} else {
		const plain = { ...base, recordMapper: { mappingMode: 'defineBelow', value: {} } };
		const { fields: schema } = await mapperFields('getFormFields', {
			parameters: plain as INodeParameters,
			credentials: credentials as never,
		});
		const used = new Set(story.items.flatMap((item) => Object.keys(item)));
		// The panel shows the fields in the order of the form, and gives each the name that it has for n8n.
		const order = formOf(story).map(({ uid }) => uid);
		const inputOf = (name: string) => schema[order.indexOf(fields.get(name)!.uid)]!.id;
		const value = Object.fromEntries(
			[...used].map((name) => [inputOf(name), `={{ $json.given.${name} }}`]),
		);
		parameters.specifyRecord = 'form';
		parameters.recordMapper = {
			mappingMode: story.mode === 'mapped' ? 'defineBelow' : 'autoMapInputData',
			value: story.mode === 'mapped' ? value : null,
			matchingColumns: operation === 'upsert' ? story.keys.map(inputOf) : [],
			schema: schema.map((column) => ({ ...column, removed: false })),
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		};
	}
	void rows;
	return story.again
		? [parameters as INodeParameters, parameters as INodeParameters]
		: [parameters as INodeParameters];
}

/** What a person enters as filters. */
function filtersOf(
	story: RecordStory,
	{ dialect: { zone } }: Rows,
	{ changedAfter, createdAfter, conditions = [] }: Filter,
): INodeParameters {
	const fields = fieldsByName(story);
	const row = conditions.map(({ field, operator, value }) => ({
		field: locator(fields.get(field)!.uid),
		operator,
		value,
	}));
	return {
		...(changedAfter !== undefined && { changedAfter: spelledSecond(changedAfter, zone) }),
		...(createdAfter !== undefined && { createdAfter: spelledSecond(createdAfter, zone) }),
		...(row.length > 0 && { conditions: { row } }),
	};
}

function itemsOf(story: Story): INodeExecutionData[] {
	if (story.on !== 'records')
		return story.items.map((item) => ({ json: columnsOf(story, item) as IDataObject }));
	const fields = fieldsByName(story);
	// The IDs that the rows of the story got: those before them are the filler's.
	const ids = idsOf(story);
	if (story.operation === 'get')
		return story.targets.map((target) => ({ json: { id: ids[target] ?? '999999' } }));
	if (story.operation === 'getAll') return [{ json: {} }];
	return story.items.map((item, index) => {
		const target =
			story.operation === 'update' ? { [TARGET]: ids[story.targets[index]!] ?? '999999' } : {};
		const given = Object.entries(item).map(([name, { json }]) => [name, json] as const);
		const byUid = Object.fromEntries(given.map(([name, json]) => [fields.get(name)!.uid, json]));
		if (story.mode === 'json') return { json: { ...target, text: JSON.stringify(byUid) } };
		if (story.mode === 'mapped')
			return { json: { ...target, given: Object.fromEntries(given) as IDataObject } };
		const twins = story.fields.includes('note') && story.fields.includes('twin');
		const byCaption = given.map(([name, json]) => {
			const { caption, uid } = fields.get(name)!;
			const isTwin = twins && caption === 'Note';
			return [isTwin ? uid : caption, json] as const;
		});
		return {
			json: { ...target, ...Object.fromEntries(byCaption), ...story.strays } as IDataObject,
		};
	});
}

/** The properties of an item; some go by the labels of the panel. An update has its own input for the entry that it changes. */
function columnsOf({ labelled = [], operation, strays }: DirectoryStory, item: EntryGiven) {
	const isLabelled = (name: string) =>
		labelled.includes(name) && (name !== 'code' || operation !== 'update');
	const named = Object.entries(item).map(([name, value]) => [
		isLabelled(name) ? LABELS[name]! : name,
		value,
	]);
	return { ...Object.fromEntries(named), ...strays } as object;
}

export function idsOf(story: RecordStory): string[] {
	const rows = stock({ ...story, on: 'records' });
	return rows.records.slice(story.filler).map(({ id }) => id);
}

function directoryParameters(story: DirectoryStory): INodeParameters[] {
	const { operation, options } = story;
	const resource = { organizations: 'organization', positions: 'position', users: 'user' }[
		story.on
	];
	const base: Record<string, unknown> = { resource, operation };
	if (operation === 'getAll') {
		const { returnAll = true, limit = 50, simplify = true } = options as Record<string, never>;
		const parameters = { ...base, returnAll, limit, ...(story.on === 'users' && { simplify }) };
		return [parameters as INodeParameters];
	}
	const { dryRun, missing, mostRemovals, keepOthers, ...switches } = options as Record<
		string,
		never
	>;
	const isMapped = story.labelled === undefined;
	const by = (name: string) => ({ __rl: true, mode: 'id', value: `={{ $json.${name} }}` });
	const isReference = (name: string) =>
		['organizationCode', 'positionCode', 'parentCode'].includes(name);
	const used = [...new Set(story.items.flatMap((item) => Object.keys(item)))];
	const needed = [
		'name',
		'kana',
		'loginId',
		'organizationCode',
		...(operation === 'create' ? ['loginPass'] : []),
	];
	const collection: Record<string, unknown> = {};
	for (const name of isMapped ? used : []) {
		if (name === 'code') continue;
		const value = isReference(name)
			? by(name)
			: name === 'subBelong'
				? undefined
				: `={{ $json.${name} }}`;
		if (name === 'subBelong') {
			collection.subBelong = {
				row: [
					{
						organizationCode: by('subBelong[0].organizationCode'),
						positionCode: by('subBelong[0].positionCode'),
					},
				],
			};
		} else if (needed.includes(name) && operation !== 'update') base[name] = value;
		else collection[name] = value;
	}
	if (['update', 'retire', 'restore'].includes(operation)) base.code = by('code');
	else if (isMapped) base.newCode = '={{ $json.code }}';
	if (!isMapped) base.mappingMode = 'autoMapInputData';
	if (operation === 'update') base.keepOthers = keepOthers ?? true;
	if (operation === 'sync')
		Object.assign(base, { missing: missing ?? 'nothing', mostRemovals: mostRemovals ?? 10 });
	base.additionalFields = collection;
	base.options = switches;
	if (operation === 'sync') {
		const dry = { ...base, dryRun: true };
		const wet = { ...base, dryRun: false };
		return (dryRun ? [dry, wet, wet] : [wet, wet]) as INodeParameters[];
	}
	return (story.again ? [base, base] : [base]) as INodeParameters[];
}
