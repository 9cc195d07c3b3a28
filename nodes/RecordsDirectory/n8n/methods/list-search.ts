import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { resources } from '../../api';
import type { Pickable } from '../../api/define';
import { accepted, formIn, PAGE_LIMIT } from '../../core/values/validate';
import type { Option } from '../../core/form/options';
import { isRow, textIn, type Row } from '../../core/json';
import { connect } from '../transport/client';
import { collected } from '../transport/list-reader';
import { contains, current, IN_THE_EDITOR } from './editor';
import { toNodeError } from '../transport/errors';
import { ignoresKeywords } from '../form/keywords';
import { searchOf } from '../description/field-property';

interface Listing {
	readonly value: string;
	readonly label: (row: Row) => string;
	/** The service's own search parameter, where the list has one. */
	readonly search?: 'name' | 'keyword';
}

const withCode = ({ name, code }: Row) => `${textIn(name)} (${textIn(code)})`;

/** What the service lists; the others are parts of a form. */
type Listed = Exclude<Pickable, 'outputField' | 'sortField' | 'table'>;

const LISTINGS: { readonly [P in Listed]: Listing } = {
	comment: {
		value: 'id',
		label: ({ creator, content }) => `${textIn(creator)}: ${short(content)}`,
	},
	field: {
		value: 'fieldId',
		label: ({ caption, uniqueId }) => `${textIn(caption)} (${textIn(uniqueId)})`,
		search: 'name',
	},
	form: { value: 'id', label: ({ name }) => textIn(name), search: 'name' },
	organization: { value: 'code', label: withCode, search: 'name' },
	position: { value: 'code', label: withCode, search: 'name' },
	record: {
		value: 'recordId',
		label: ({ uniqueId, recordId, record }) =>
			[textIn(uniqueId ?? recordId), ...firstText(record)].join(': '),
		search: 'keyword',
	},
	user: { value: 'code', label: withCode, search: 'name' },
};

const PAGE = 100;
/** The first text of a record tells people which one it is. */
function firstText(record: unknown): string[] {
	const texts = Object.values(isRow(record) ? record : {}).filter(
		(value) => typeof value === 'string',
	);
	return texts
		.filter((text) => text.trim() !== '')
		.slice(0, 1)
		.map(short);
}

const short = (content: unknown) => textIn(content).replace(/\s+/g, ' ').slice(0, 60);

/** How far a list has been shown. */
interface Place {
	/** Rows of the list that were read. */
	readonly read: number;
	/** The value of the last row. */
	readonly last: string;
}

/** What n8n hands back to go on with a list. */
const tokenOf = ({ read, last }: Place) => `${read}/${last}`;

function placeOf(token: string): Place {
	const [read = '', ...last] = token.split('/');
	return { read: Number(read), last: last.join('/') };
}

/** The rows behind a place, as the list is now. If the last row shown is gone, some come again rather than be missed. */
function behind<R extends { readonly value: unknown }>(rows: readonly R[], { read, last }: Place) {
	const at = rows.findIndex(({ value }) => String(value) === last);
	return rows.slice(at < 0 ? Math.max(0, read - PAGE) : at + 1);
}

interface Found {
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
}) => Promise<Found>;

/** A page of existing things for the editor's lists; those that are searched for, by their name or code. */
async function search(
	context: ILoadOptionsFunctions,
	from: Listed,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const { value, label, search: parameter } = LISTINGS[from];
	const resource = resources[from];
	const operation = resource.operations.getAll;
	try {
		const raw = Object.fromEntries(
			Object.keys(operation.params).map((name) => [name, current(context, name)]),
		);
		const values = accepted(operation.params, raw, { zone: 'UTC' }, 'refused');
		const client = await connect(context, IN_THE_EDITOR);
		const list = { resource, operation };
		const read: Read = async ({ token: from, rows: most = PAGE, by }) => {
			const asked = by ? { ...values, [by]: filter.toWellFormed() } : values;
			const place = from === undefined ? undefined : placeOf(from);
			const wanted = (place?.read ?? 0) + most;
			const rows = await collected(client, list, asked, wanted);
			const all = rows.map((row) => ({
				name: label(row),
				value: row[value] as string | number,
			}));
			const last = all.at(-1);
			return {
				results: place ? behind(all, place) : all,
				token:
					last && all.length >= wanted
						? tokenOf({ read: all.length, last: String(last.value) })
						: undefined,
			};
		};
		const found =
			filter === ''
				? await read({ token })
				: parameter === 'keyword'
					? await byKeyword(await read({ token, by: 'keyword' }), filter, () =>
							ignoresKeywords(client, formIn(values)),
						)
					: await byName(read, { filter, token, hasSearch: parameter === 'name' });
		return {
			results: [...found.results],
			...(found.token === undefined ? {} : { paginationToken: found.token }),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

const matching = (results: readonly Result[], filter: string) =>
	results.filter(({ name, value }) => contains(name, filter) || contains(String(value), filter));

/** A record may be found by a field that is not shown, unless the form ignores keywords. */
async function byKeyword(
	found: Found,
	filter: string,
	isIgnored: () => Promise<boolean>,
): Promise<Found> {
	const shown = matching(found.results, filter);
	if (shown.length === found.results.length || !(await isIgnored())) return found;
	return { ...found, results: shown };
}

interface Wanted {
	readonly filter: string;
	readonly token: string | undefined;
	/** Whether the service searches by name. How it compares names, nobody says. */
	readonly hasSearch: boolean;
}

/**
 * What has the text in its name or code. The node looks at the first page itself, which is mostly the whole list;
 * only where there is more, the service searches as well.
 */
async function byName(read: Read, { filter, token, hasSearch }: Wanted): Promise<Found> {
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

/** The first `most` people of the directory as choices. */
async function people(
	context: ILoadOptionsFunctions,
	from: 'organization' | 'user',
	most?: number,
): Promise<Option[]> {
	const { value, label } = LISTINGS[from];
	const resource = resources[from];
	const list = { resource, operation: resource.operations.getAll };
	const rows = await collected(await connect(context, IN_THE_EDITOR), list, {}, most);
	return rows.map((row) => ({ name: label(row), value: textIn(row[value]) }));
}

/** All users of the directory, for lists in which several can be chosen. */
export async function getUsers(this: ILoadOptionsFunctions): Promise<Option[]> {
	return await people(this, 'user').catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
}

/** All of a kind where there are no more than `most`; undefined otherwise, and where the key does not reach. */
export async function few(
	context: ILoadOptionsFunctions,
	from: 'organization' | 'user',
	most: number,
): Promise<Option[] | undefined> {
	// They can be given by code all the same.
	const found = await people(context, from, most + 1).catch(() => undefined);
	return found && found.length <= most ? found : undefined;
}

/** The searches of all lists of the service by name, as `methods.listSearch` wants them. */
export const listSearch = Object.fromEntries(
	(Object.keys(LISTINGS) as Listed[]).map((from) => [
		searchOf(from),
		async function (this: ILoadOptionsFunctions, filter?: string, token?: string) {
			return await search(this, from, filter, token);
		},
	]),
);
