import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { credentialType } from '../support/credentials';
import { runWorkflow } from '../support/engine';
import { NODE } from '../support/host';
import { inAHurry } from '../support/hurry';
import { mapperFields } from '../support/n8n';
import { stocked, type Row, type Rows } from './rows';
import { FORM, openSite, shownId } from './service';
import { fieldsIn, matchOf, type Dialect, type Item, type Story } from './story';

/** What the node said about a run. */
export interface Said {
	readonly outputs: ReadonlyArray<{
		readonly json: IDataObject;
		/** The input item that it belongs to; undefined for none. */
		readonly of: number | undefined;
		/** 1: the error output. */
		readonly output: number;
	}>;
	/** The message and description, if the node stopped. */
	readonly error?: string;
	readonly hints: string;
	readonly isDry: boolean;
	/** The first and the last moment of the run. */
	readonly from: number;
	readonly to: number;
	/** Requests of this run, in `rows.got`. */
	readonly requests: readonly [first: number, end: number];
}

export interface Played {
	readonly story: Story;
	readonly rows: Rows;
	/** The rows of the story, in its order. */
	readonly own: readonly Row[];
	readonly runs: readonly Said[];
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
	const { rows, own } = stocked(story);
	const runs: Said[] = [];
	// Only in the first run does something happen.
	const isFirst = () => runs.length === 0;
	const site = await openSite(rows, {
		faultAt: (request) =>
			story.faults.find(({ at, count }) => isFirst() && request >= at && request < at + count),
		between: (request) => {
			if (!isFirst()) return;
			for (const other of story.others) if (other.before === request) meanwhile(story, rows, other);
		},
	});
	const zoneSetting = credentialType.properties.find(({ name }) => /zone/i.test(name))!;
	const credentials = {
		baseUrl: site.url,
		apiKey: 'key',
		[zoneSetting.name]: rows.dialect.zone,
	};
	const isHanging = story.faults.some(({ kind }) => kind.startsWith('hang'));
	try {
		const parameters = await chosen(story, credentials);
		site.begin();
		const modes = [...(story.dryRun ? [true] : []), false, ...(story.again ? [false] : [])];
		for (const dryRun of modes) {
			const start = rows.got.length;
			const from = rows.moment();
			const run = {
				parameters: { ...parameters, dryRun },
				credentials,
				items: itemsOf(story, own, rows.dialect),
				onError: HOW[story.onError],
			};
			const result = await impatient(isHanging && isFirst(), () =>
				inAHurry(() => runWorkflow(run)),
			);
			const { runData, error } = result.run.data.resultData;
			const task = runData[NODE]?.at(-1);
			const failure = task?.error ?? error;
			runs.push({
				outputs: result.outputs.flatMap((items, output) =>
					items.map((item) => ({ json: item.json, of: indexOf(item), output })),
				),
				...(failure && { error: asShown(failure) }),
				hints: (task?.hints ?? []).map(({ message }) => message).join('\n'),
				isDry: dryRun,
				from,
				to: rows.moment(),
				requests: [start, rows.got.length],
			});
		}
		return { story, rows, own, runs };
	} finally {
		await site.close();
	}
}

/** As the panel shows an error: with the item that n8n names. */
function asShown(error: Error): string {
	const { message, description, context } = error as Error & {
		readonly description?: string | null;
		readonly context?: { readonly itemIndex?: number };
	};
	const item = context?.itemIndex === undefined ? '' : ` [item ${context.itemIndex}]`;
	return `${message}${item}\n${description ?? ''}`;
}

/** What belongs to several items belongs to none of them. */
function indexOf({ pairedItem }: INodeExecutionData): number | undefined {
	if (Array.isArray(pairedItem)) return undefined;
	return typeof pairedItem === 'number' ? pairedItem : pairedItem?.item;
}

function meanwhile(
	{ on }: Story,
	rows: Rows,
	{ does, which, values }: Story['others'][number],
): void {
	if (does === 'creates') {
		const isThere = on !== 'records' && rows.entry(on, String(values.code));
		if (!isThere) rows.add(on, { title: 'Of another', ...values }, 'other');
		return;
	}
	const alive = rows.of[on].filter(({ now }) => now);
	const row = alive[which % Math.max(alive.length, 1)];
	if (!row) return;
	const edited = { ...row.now!, ...values, ...(on !== 'records' && { code: row.now!.code! }) };
	rows.write(row, does === 'deletes' ? undefined : edited, 'other');
}

const locator = (value: string | number) => ({ __rl: true, mode: 'id', value: String(value) });

/** What a user sets in the panel. */
async function chosen(
	story: Story,
	credentials: IDataObject & { baseUrl: string },
): Promise<INodeParameters> {
	const { on, operation, keys, matches, isAutomatic } = story;
	const { returnAll, limit, missing, mostRemovals, keep, ...options } = story.options;
	if (on !== 'records')
		return {
			resource: on.slice(0, -1),
			operation,
			...(['update', 'retire', 'restore'].includes(operation) && {
				code: locator('={{ $json.code }}'),
			}),
			...(operation === 'getAll'
				? { returnAll, limit, simplify: true }
				: { mappingMode: 'autoMapInputData', additionalFields: {}, keepOthers: true }),
			...(operation === 'sync' && { missing, mostRemovals }),
			options: options as IDataObject,
		} as INodeParameters;
	const fields = fieldsIn(story);
	const row = matches.map((name) => {
		const field = fields.find((one) => one.name === name);
		return {
			field: locator(field?.id ?? name),
			value: `={{ $json.${field ? matchOf(name) : TARGET} }}`,
		};
	});
	const base = {
		resource: 'record',
		operation,
		form: locator(FORM),
		...(matches.length > 0
			? { findBy: 'values', matches: { row } }
			: { recordId: locator(`={{ $json.${TARGET} }}`) }),
	};
	if (['getAll', 'lookUp', 'delete'].includes(operation)) {
		const local = { returnAll, limit, keep, mostRemovals, simplify: true };
		return { ...base, ...local, options } as INodeParameters;
	}
	const plain = { ...base, recordMapper: { mappingMode: 'defineBelow', value: {} } };
	const { fields: schema } = await mapperFields('getFormFields', {
		parameters: plain as INodeParameters,
		credentials: credentials as never,
	});
	const used = fields.filter(({ name }) => story.items.some((item) => name in item));
	const expressions = used.map(({ id, name }) => [id, `={{ $json.${name} }}`]);
	return {
		...base,
		options,
		specifyRecord: 'form',
		recordMapper: {
			mappingMode: isAutomatic ? 'autoMapInputData' : 'defineBelow',
			value: isAutomatic ? null : Object.fromEntries(expressions),
			matchingColumns:
				operation === 'upsert'
					? fields.filter(({ name }) => keys.includes(name)).map(({ id }) => id)
					: [],
			schema: schema.map((column) => ({ ...column, removed: false })),
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		},
	} as unknown as INodeParameters;
}

/** Where an item says which record it means. */
const TARGET = 'target';

function itemsOf(story: Story, own: readonly Row[], dialect: Dialect): INodeExecutionData[] {
	const fields = fieldsIn(story);
	const columnOf = (name: string) => fields.find((one) => one.name === name)?.caption ?? name;
	const isByCaption = story.on === 'records' && story.isAutomatic;
	const given = (item: Item) =>
		Object.entries(item).map(([name, { json }]) => [isByCaption ? columnOf(name) : name, json]);
	return story.items.map((item, index) => {
		const row = own[story.targets[index] ?? -1];
		const shown = row && shownId(row, dialect);
		// By ID, in any case and width.
		const spelled =
			story.matches.length > 0 ? shown : shown?.replace('O', ['O', 'o', 'Ｏ'][index % 3]!);
		const target = story.target === 'recordId' ? row?.id : spelled;
		const json = { ...Object.fromEntries(given(item)), ...(row && { [TARGET]: target }) };
		return { json: json as IDataObject };
	});
}
