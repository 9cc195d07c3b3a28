import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { resources } from '../../api';
import type { Operation } from '../../api/define';
import { pickables, type ListedName, type ListShape, type RowTexts } from '../../api/pickables';
import { PAGE_LIMIT } from '../../core/limits';
import { formIn } from '../../core/values/validate';
import type { Option } from '../../core/form/options';
import { inOrder } from '../../core/output/shown';
import { asText, isJsonObject, textIn, type JsonObject } from '../../core/json';
import { connect } from '../transport/client';
import { collected } from '../transport/list-reader';
import { chosenNow, contains, IN_THE_EDITOR } from './editor';
import { toNodeError } from '../transport/errors';
import { ignoresKeywords } from '../form/keywords';

/** What the service lists; the others are parts of a form. */
type Listed = (typeof pickables)[ListedName];

export const listedThings: readonly Listed[] = Object.values(pickables).filter(
	(one): one is Listed => 'list' in one,
);

const PAGE = 100;

const textsOf = (row: JsonObject): RowTexts => ({
	text: (property, otherwise = property) => textIn(row[property] ?? row[otherwise]),
	excerpt: (property) => excerptOf(row[property]),
});

/** The first text of a record tells people which one it is. */
function excerptOf(value: unknown): string {
	const texts = isJsonObject(value) ? Object.values(value) : [textIn(value)];
	const first = texts.find((text) => typeof text === 'string' && text.trim() !== '');
	return textIn(first).replace(/\s+/g, ' ').slice(0, 60);
}

/** How far a list has been shown. */
interface ListPlace {
	/** Rows of the list that were read. */
	readonly read: number;
	/** The value of the last row. */
	readonly last: string;
}

/** What n8n hands back to go on with a list. */
const tokenOf = ({ read, last }: ListPlace) => `${read}/${last}`;

function placeOf(token: string): ListPlace {
	const [read = '', ...last] = token.split('/');
	return { read: Number(read), last: last.join('/') };
}

/** The rows behind a place, as the list is now. If the last row shown is gone, some come again rather than be missed. */
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

/** Reads a list from its start, as everybody does, and gives the rows behind a place. */
type Read = (asked: {
	readonly token: string | undefined;
	/** Rows that are wanted behind the place. */
	readonly rows?: number;
	/** The parameter of the service that searches for the text. */
	readonly by?: 'name' | 'keyword';
}) => Promise<ListPage>;

/** A page of existing things for the editor's lists; those that are searched for, by their name or code. */
export async function search(
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

/** The list of something, with what it depends on as the editor has it now. */
async function listFor(context: ILoadOptionsFunctions, { name }: Listed) {
	const resource = resources[name];
	const operation: Operation = resource.operations.getAll;
	const values = chosenNow(context, operation.params);
	const client = await connect(context, IN_THE_EDITOR);
	return { client, values, list: { resource, operation } };
}

const choiceOf = ({ value, label }: ListShape, row: JsonObject): Result => ({
	name: inOrder(label(textsOf(row))),
	value: row[value] as string | number,
});

async function pageReader(context: ILoadOptionsFunctions, from: Listed, filter: string) {
	const { client, values, list } = await listFor(context, from);
	const read: Read = async ({ token, rows: most = PAGE, by }) => {
		const asked = by ? { ...values, [by]: filter.toWellFormed() } : values;
		const place = token === undefined ? undefined : placeOf(token);
		const wanted = (place?.read ?? 0) + most;
		const rows = await collected(client, { ...list, values: asked }, wanted);
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
	results.filter(({ name, value }) => contains(name, filter) || contains(asText(value), filter));

/** A record may be found by a field that is not shown, unless the form ignores keywords. */
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
	/** Whether the service searches by name. How it compares names, nobody says. */
	readonly hasSearch: boolean;
}

/**
 * What has the text in its name or code. The node looks at the first page itself, which is mostly the whole list;
 * only where there is more, the service searches as well.
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

/** All existing things as choices, or the first `most`, for lists in which several can be chosen. */
export async function allChoices(
	context: ILoadOptionsFunctions,
	from: Listed,
	most?: number,
): Promise<Option[]> {
	const { client, values, list } = await listFor(context, from);
	const rows = await collected(client, { ...list, values }, most);
	return rows.map((row) => {
		const { name, value } = choiceOf(from.list, row);
		return { name, value: textIn(value) };
	});
}

/** All of a kind where there are no more than `most`; undefined otherwise, and where the key does not reach. */
export async function few(
	context: ILoadOptionsFunctions,
	from: Listed,
	most: number,
): Promise<Option[] | undefined> {
	// They can be given by code all the same.
	const found = await allChoices(context, from, most + 1).catch(() => undefined);
	return found && found.length <= most ? found : undefined;
}
