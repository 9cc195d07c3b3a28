import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import { resources } from '../../api';
import type { Fields, Operation } from '../../api/define';
import { form } from '../../api/fields/shared';
import {
	pickables,
	type ListedName,
	type ListShape,
	type Pickable,
	type PickableName,
} from '../../api/pickables';
import type { FormField } from '../../core/form/field';
import { formOptions, mapperFields, type Option } from '../../core/form/panel';
import { asText, isJsonObject, textIn, type JsonObject } from '../../core/json';
import { PAGE_LIMIT } from '../../core/limits';
import { folded, withoutDirections } from '../../core/text';
import { mistake } from '../../core/values/input-error';
import { accepted, formIn, type Values } from '../../core/values/validate';
import { optionsName, searchName } from '../description/field-property';
import { ignoresKeywords, readForm } from '../form/form-cache';
import { connect } from '../transport/client';
import { toNodeError } from '../transport/errors';
import { readRows } from '../transport/list-reader';

/** A user waits for the list and cannot stop it. */
const IN_THE_EDITOR = { patienceMs: 5_000, timeoutMs: 30_000, longestMs: 60_000 };

/** Returns the current value of an input of the open node. */
const currentInput = (context: ILoadOptionsFunctions, name: string): unknown =>
	context.getCurrentNodeParameter(name);

/** Whether a name contains the search text, ignoring case and width. */
const nameContains = (name: string, filter = ''): boolean => folded(name).includes(folded(filter));

/** Returns the current inputs that a list depends on. Throws an `InputError` if one is not chosen yet. */
function currentValues(context: ILoadOptionsFunctions, fields: Fields): Values {
	const raw = Object.fromEntries(
		Object.keys(fields).map((name) => [name, currentInput(context, name)]),
	);
	const values = accepted(fields, raw, { reading: { zone: 'UTC' }, empty: 'column' });
	for (const [name, { label }] of Object.entries(fields))
		if (!(name in values)) throw mistake('chooseFirst', { word: label.toLowerCase() });
	return values;
}

/** Everything that the service lists; all other pickables are parts of a form. */
type Listed = (typeof pickables)[ListedName];

const listedPickables: readonly Listed[] = Object.values(pickables).filter(
	(one): one is Listed => 'list' in one,
);

const PAGE = 100;

interface Choice {
	readonly name: string;
	readonly value: string | number;
}

function toChoice({ value, label }: ListShape, row: JsonObject): Choice {
	const text = (property: string, otherwise = property) => textIn(row[property] ?? row[otherwise]);
	const name = label({ text, excerpt: (property) => excerpt(row[property]) });
	return { name: withoutDirections(name), value: row[value] as string | number };
}

/** The first text of a record helps users recognize it. */
function excerpt(value: unknown): string {
	const texts = isJsonObject(value) ? Object.values(value) : [textIn(value)];
	const first = texts.find((text) => typeof text === 'string' && text.trim() !== '');
	return textIn(first).replace(/\s+/g, ' ').slice(0, 60);
}

/**
 * The token that n8n hands back to continue a list: the number of rows read so far, and the value of the last one.
 */
const formatToken = (read: number, last: unknown) => `${read}/${asText(last)}`;

function parseToken(token: string): { readonly read: number; readonly last: string } {
	const [read = '', ...last] = token.split('/');
	return { read: Number(read), last: last.join('/') };
}

interface ListPage {
	readonly results: readonly Choice[];
	readonly token: string | undefined;
}

/** Reads a list from its start and returns the rows after a place. */
type Read = (asked: {
	readonly token?: string | undefined;
	/** How many rows to return. */
	readonly rows?: number;
	/** The service's search parameter to use. */
	readonly by?: 'name' | 'keyword' | undefined;
}) => Promise<ListPage>;

/** Returns a page of entities for the editor's lists, filtered by name or code. */
async function searchList(
	context: ILoadOptionsFunctions,
	from: Listed,
	{ filter = '', token }: Partial<Record<'filter' | 'token', string | undefined>>,
): Promise<INodeListSearchResult> {
	try {
		const { client, values, list } = await openList(context, from);
		const { search }: ListShape = from.list;
		const read: Read = async ({ token: after, rows: most = PAGE, by }) => {
			const asked = by ? { ...values, [by]: filter.toWellFormed() } : values;
			const place = after === undefined ? undefined : parseToken(after);
			const wanted = (place?.read ?? 0) + most;
			const rows = await readRows(client, { ...list, values: asked }, wanted);
			const all = rows.map((row) => toChoice(from.list, row));
			const at = all.findIndex(({ value }) => asText(value) === place?.last);
			// If the last shown row is gone, some rows are repeated so that none is missed.
			const start = place && (at < 0 ? Math.max(0, place.read - PAGE) : at + 1);
			const last = all.at(-1);
			return {
				results: all.slice(start),
				token: last && all.length >= wanted ? formatToken(all.length, last.value) : undefined,
			};
		};
		const isIgnored = async () => await ignoresKeywords(client, formIn(values));
		const found =
			filter === ''
				? await read({ token })
				: search === 'keyword'
					? await findByKeyword(await read({ token, by: search }), filter, isIgnored)
					: await findByName(read, filter, { token, by: search });
		return {
			results: [...found.results],
			...(found.token === undefined ? {} : { paginationToken: found.token }),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** Returns the list of an entity with the current inputs that it depends on. */
async function openList(context: ILoadOptionsFunctions, { name }: Listed) {
	const resource = resources[name];
	const operation: Operation = resource.operations.getAll;
	const values = currentValues(context, operation.params);
	const client = await connect(context, IN_THE_EDITOR);
	return { client, values, list: { resource, operation } };
}

const matching = (results: readonly Choice[], filter: string) =>
	results.filter(
		({ name, value }) => nameContains(name, filter) || nameContains(asText(value), filter),
	);

/** Finds records also by fields that are not shown, unless the form ignores keywords. */
async function findByKeyword(
	found: ListPage,
	filter: string,
	isIgnored: () => Promise<boolean>,
): Promise<ListPage> {
	const shown = matching(found.results, filter);
	if (shown.length === found.results.length || !(await isIgnored())) return found;
	return { ...found, results: shown };
}

/**
 * Returns entities with the text in their name or code. The node searches the first page itself, which is
 * usually the whole list; the service searches only if there is more, and only `by` name: how it compares names is
 * not documented.
 */
async function findByName(
	read: Read,
	filter: string,
	{ token, by }: Pick<Parameters<Read>[0], 'token' | 'by'>,
): Promise<ListPage> {
	const find: Read = async (asked) => {
		const found = await read(asked);
		return { ...found, results: matching(found.results, filter) };
	};
	if (token !== undefined && by) return await find({ token, by });
	const own = await find({ token, rows: PAGE_LIMIT });
	if (own.token === undefined || !by) return own;
	const others = await find({ by });
	const known = new Set(own.results.map(({ value }) => value));
	const added = others.results.filter(({ value }) => !known.has(value));
	return { ...others, results: [...own.results, ...added] };
}

/** Returns all entities as choices, or the first `most`, for lists in which several can be chosen. */
async function allChoices(
	context: ILoadOptionsFunctions,
	from: Listed,
	most?: number,
): Promise<Option[]> {
	const { client, values, list } = await openList(context, from);
	const rows = await readRows(client, { ...list, values }, most);
	return rows.map((row) => {
		const { name, value } = toChoice(from.list, row);
		return { name, value: textIn(value) };
	});
}

/** Returns the fields of the form that is chosen in the editor. */
async function chosenForm(context: ILoadOptionsFunctions): Promise<readonly FormField[]> {
	try {
		const values = currentValues(context, { form });
		return await readForm(await connect(context, IN_THE_EDITOR), formIn(values));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

type Options = (fields: readonly FormField[]) => Option[];

const shown = (options: Options, fields: readonly FormField[]): Option[] =>
	options(fields).map((option) => ({ ...option, name: withoutDirections(option.name) }));

const listFrom = (options: Options) =>
	async function (this: ILoadOptionsFunctions) {
		return shown(options, await chosenForm(this));
	};

const searchIn = (options: Options) =>
	async function (this: ILoadOptionsFunctions, filter?: string) {
		const all = shown(options, await chosenForm(this));
		const isFound = ({ name, value }: Option) =>
			nameContains(name, filter) || nameContains(value, filter);
		return { results: all.filter(isFound) };
	};

const { detailColumn, ...fieldLists } = formOptions;

const lists = [
	...Object.entries(fieldLists).map(([name, options]) => ({
		from: pickables[name as PickableName] as Pickable,
		search: searchIn(options),
		load: listFrom(options),
	})),
	...listedPickables.map((from) => ({
		from,
		async search(this: ILoadOptionsFunctions, filter?: string, token?: string) {
			return await searchList(this, from, { filter, token });
		},
		async load(this: ILoadOptionsFunctions) {
			return await allChoices(this, from).catch((error: unknown) => {
				throw toNodeError(this.getNode(), error);
			});
		},
	})),
];

/** The functions that n8n calls for the lists of the inputs: choose one, or choose several. */
export const listMethods = {
	listSearch: Object.fromEntries(lists.map(({ from, search: find }) => [searchName(from), find])),
	loadOptions: {
		...Object.fromEntries(
			lists.flatMap(({ from, load }) => (from.several ? [[optionsName(from), load]] : [])),
		),
		getDetailColumns: listFrom(detailColumn),
	},
};

/** Returns the fields of the chosen form as inputs. */
async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = currentInput(this, 'operation');
	const creating = operation === 'create' || operation === 'import';
	const form = await chosenForm(this);
	const people = await peopleFor(this, form);
	const isTool = this.getNode().type.endsWith('Tool');
	return { fields: mapperFields(form, { creating, people, isTool }) };
}

/** Longer dropdowns do not help, and n8n saves their entries in the workflow. */
const MOST_PEOPLE = 200;

/** Returns users and organizations if the form has a field for them, and there are not too many. */
async function peopleFor(context: ILoadOptionsFunctions, form: readonly FormField[]) {
	const few = async (resource: 'user' | 'organization') => {
		if (!form.some(({ kind, isMultiple }) => kind.resource === resource && !isMultiple))
			return undefined;
		// A key without the right to list them can still send codes.
		const read = allChoices(context, pickables[resource], MOST_PEOPLE + 1);
		const found = await read.catch(() => undefined);
		return found && found.length <= MOST_PEOPLE ? found : undefined;
	};
	return { user: await few('user'), organization: await few('organization') };
}

export const resourceMapping = { getFormFields };
