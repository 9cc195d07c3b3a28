import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { resources } from '../../api';
import type { Operation } from '../../api/define';
import { pickables, type ListedName, type ListShape, type RowTexts } from '../../api/pickables';
import { PAGE_LIMIT } from '../../core/limits';
import { formIn } from '../../core/values/validate';
import type { Option } from '../../core/form/panel';
import { withoutDirections } from '../../core/output/shown';
import { asText, isJsonObject, textIn, type JsonObject } from '../../core/json';
import { connect } from '../transport/client';
import { readRows } from '../transport/list-reader';
import { currentValues, nameContains, IN_THE_EDITOR } from './editor';
import { toNodeError } from '../transport/errors';
import { ignoresKeywords } from '../form/form-cache';

/** Everything that the service lists; all other pickables are parts of a form. */
type Listed = (typeof pickables)[ListedName];

export const listedPickables: readonly Listed[] = Object.values(pickables).filter(
	(one): one is Listed => 'list' in one,
);

const PAGE = 100;

const textsOf = (row: JsonObject): RowTexts => ({
	text: (property, otherwise = property) => textIn(row[property] ?? row[otherwise]),
	excerpt: (property) => excerptOf(row[property]),
});

/** The first text of a record helps users recognize it. */
function excerptOf(value: unknown): string {
	const texts = isJsonObject(value) ? Object.values(value) : [textIn(value)];
	const first = texts.find((text) => typeof text === 'string' && text.trim() !== '');
	return textIn(first).replace(/\s+/g, ' ').slice(0, 60);
}

/** How far a list has been shown. */
interface ListPlace {
	/** The number of rows read so far. */
	readonly read: number;
	/** The value of the last row. */
	readonly last: string;
}

/** The token that n8n hands back to continue a list. */
const tokenOf = ({ read, last }: ListPlace) => `${read}/${last}`;

function placeOf(token: string): ListPlace {
	const [read = '', ...last] = token.split('/');
	return { read: Number(read), last: last.join('/') };
}

/**
 * Returns the rows after a place in the current list. If the last shown row is gone, some rows are repeated so
 * that none is missed.
 */
function behind<R extends { readonly value: unknown }>(
	rows: readonly R[],
	{ read, last }: ListPlace,
) {
	const at = rows.findIndex(({ value }) => asText(value) === last);
	return rows.slice(at < 0 ? Math.max(0, read - PAGE) : at + 1);
}

interface ListPage {
	readonly results: readonly Result[];
	readonly token: string | undefined;
}
interface Result {
	readonly name: string;
	readonly value: string | number;
}

/** Reads a list from its start and returns the rows after a place. */
type Read = (asked: {
	readonly token: string | undefined;
	/** How many rows to return. */
	readonly rows?: number;
	/** The service's search parameter to use. */
	readonly by?: 'name' | 'keyword';
}) => Promise<ListPage>;

/** Returns a page of entities for the editor's lists, filtered by name or code. */
export async function searchList(
	context: ILoadOptionsFunctions,
	from: Listed,
	{ filter = '', token }: Partial<Record<'filter' | 'token', string | undefined>>,
): Promise<INodeListSearchResult> {
	try {
		const { client, values, read } = await pageReader(context, from, filter);
		const { search: by } = from.list as ListShape;
		const found =
			filter === ''
				? await read({ token })
				: by === 'keyword'
					? await byKeyword(await read({ token, by }), filter, () =>
							ignoresKeywords(client, formIn(values)),
						)
					: await byName(read, { filter, token, hasSearch: by === 'name' });
		return {
			results: [...found.results],
			...(found.token === undefined ? {} : { paginationToken: found.token }),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** Returns the list of an entity with the current inputs that it depends on. */
async function listFor(context: ILoadOptionsFunctions, { name }: Listed) {
	const resource = resources[name];
	const operation: Operation = resource.operations.getAll;
	const values = currentValues(context, operation.params);
	const client = await connect(context, IN_THE_EDITOR);
	return { client, values, list: { resource, operation } };
}

const choiceOf = ({ value, label }: ListShape, row: JsonObject): Result => ({
	name: withoutDirections(label(textsOf(row))),
	value: row[value] as string | number,
});

async function pageReader(context: ILoadOptionsFunctions, from: Listed, filter: string) {
	const { client, values, list } = await listFor(context, from);
	const read: Read = async ({ token, rows: most = PAGE, by }) => {
		const asked = by ? { ...values, [by]: filter.toWellFormed() } : values;
		const place = token === undefined ? undefined : placeOf(token);
		const wanted = (place?.read ?? 0) + most;
		const rows = await readRows(client, { ...list, values: asked }, wanted);
		const all = rows.map((row) => choiceOf(from.list, row));
		const last = all.at(-1);
		return {
			results: place ? behind(all, place) : all,
			token:
				last && all.length >= wanted
					? tokenOf({ read: all.length, last: asText(last.value) })
					: undefined,
		};
	};
	return { client, values, read };
}

const matching = (results: readonly Result[], filter: string) =>
	results.filter(
		({ name, value }) => nameContains(name, filter) || nameContains(asText(value), filter),
	);

/** Finds records also by fields that are not shown, unless the form ignores keywords. */
async function byKeyword(
	found: ListPage,
	filter: string,
	isIgnored: () => Promise<boolean>,
): Promise<ListPage> {
	const shown = matching(found.results, filter);
	if (shown.length === found.results.length || !(await isIgnored())) return found;
	return { ...found, results: shown };
}

interface NameSearch {
	readonly filter: string;
	readonly token: string | undefined;
	/** Whether the service searches by name; how it compares names is not documented. */
	readonly hasSearch: boolean;
}

/**
 * Returns entities with the text in their name or code. The node searches the first page itself, which is
 * usually the whole list; the service searches only if there is more.
 */
async function byName(read: Read, { filter, token, hasSearch }: NameSearch): Promise<ListPage> {
	const searched = hasSearch ? ({ by: 'name' } as const) : { rows: PAGE_LIMIT };
	const named = async (from?: string) => {
		const found = await read({ token: from, ...searched });
		return { ...found, results: matching(found.results, filter) };
	};
	if (token !== undefined) return await named(token);
	const first = await read({ token, rows: PAGE_LIMIT });
	const own = matching(first.results, filter);
	if (first.token === undefined || !hasSearch) return { ...first, results: own };
	const others = await named();
	const known = new Set(own.map(({ value }) => value));
	return { ...others, results: [...own, ...others.results.filter((one) => !known.has(one.value))] };
}

/** Returns all entities as choices, or the first `most`, for lists in which several can be chosen. */
export async function allChoices(
	context: ILoadOptionsFunctions,
	from: Listed,
	most?: number,
): Promise<Option[]> {
	const { client, values, list } = await listFor(context, from);
	const rows = await readRows(client, { ...list, values }, most);
	return rows.map((row) => {
		const { name, value } = choiceOf(from.list, row);
		return { name, value: textIn(value) };
	});
}

/** Returns all entities of a kind; undefined if there are more than `most` or the key lacks the right. */
export async function allIfFew(
	context: ILoadOptionsFunctions,
	from: Listed,
	most: number,
): Promise<Option[] | undefined> {
	// Users can still give codes.
	const found = await allChoices(context, from, most + 1).catch(() => undefined);
	return found && found.length <= most ? found : undefined;
}
