import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { resources } from '../../api';
import type { Pickable } from '../../api/define';
import { accepted } from '../../core/values/validate';
import type { Option } from '../../core/form/options';
import { isRow, textIn, type Row } from '../../core/json';
import { rowsOf } from '../../core/request/reply';
import { pageOf, requestOf } from '../../core/request/request';
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

/** A page of existing things for the editor's lists, found by the service's own search. */
async function search(
	context: ILoadOptionsFunctions,
	from: Listed,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const { value, label, search: parameter } = LISTINGS[from];
	const resource = resources[from];
	const operation = resource.operations.getAll;
	const page = Number(token ?? 1);
	try {
		const raw = Object.fromEntries(
			Object.keys(operation.params).map((name) => [name, current(context, name)]),
		);
		const values = {
			...accepted(operation.params, raw, { zone: 'UTC' }, 'refused'),
			...(filter && parameter ? { [parameter]: filter.toWellFormed() } : {}),
		};
		const client = await connect(context, IN_THE_EDITOR);
		const reply = await client.send(pageOf(requestOf(operation, values), page, PAGE));
		const rows = rowsOf(resource, operation, values, reply);
		const results = rows.map((row) => ({ name: label(row), value: row[value] as string | number }));
		const matching = results.filter(({ name }) => contains(name, filter));
		// A record may be found by a field that is not shown, unless the form ignores keywords.
		const isFound =
			parameter === 'name' ||
			(parameter === 'keyword' &&
				matching.length < results.length &&
				!(await ignoresKeywords(client, Number(values.form))));
		return {
			results: isFound ? results : matching,
			...(rows.length === PAGE ? { paginationToken: String(page + 1) } : {}),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
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
