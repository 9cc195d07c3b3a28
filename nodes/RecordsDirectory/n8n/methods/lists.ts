import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import { resources } from '../../api';
import type { Fields, Operation } from '../../api/define';
import { form } from '../../api/fields/shared';
import { pickables, type ListedName, type ListShape, type PickableName } from '../../api/pickables';
import type { FormField } from '../../core/form/field';
import { formOptions, mapperFields } from '../../core/form/panel';
import { asText, isJsonObject, textIn, type JsonObject } from '../../core/json';
import { PAGE_LIMIT } from '../../core/limits';
import { folded, withoutDirections } from '../../core/text';
import { InputError, mistake } from '../../core/values/input-error';
import { accepted, formIn, type Values } from '../../core/values/validate';
import { optionsName, searchName } from '../description/field-property';
import { formReaders, ignoresKeywords, readForm } from '../form/form-readers';
import { connect } from '../transport/client';
import { toNodeError } from '../transport/error-messages';
import { readRows } from '../transport/list-reader';

/** A user waits for the list and cannot stop it. */
const IN_THE_EDITOR = { patienceMs: 5_000, timeoutMs: 30_000, longestMs: 60_000 };

/** Throws an `InputError` if an input that the list depends on is not chosen yet. */
function currentValues(context: ILoadOptionsFunctions, fields: Fields): Values {
	const needed = Object.entries(fields).filter(([, { place }]) => place === undefined);
	const raw = Object.fromEntries(
		needed.map(([name]) => [name, context.getCurrentNodeParameter(name)]),
	);
	const values = accepted(fields, raw, { reading: { zone: 'UTC' }, empty: 'column' });
	for (const [name, { label }] of needed)
		if (!(name in values)) throw mistake('chooseFirst', { word: label.toLowerCase() });
	return values;
}

type Listed = (typeof pickables)[ListedName];
type Choosable = (typeof pickables)[PickableName];

/** Everything else is a part of a form. */
const isListed = (one: Choosable): one is Listed => 'list' in one;

const PAGE = 100;

const isMatch = ({ name, value }: INodeListSearchItems, filter = ''): boolean =>
	[name, asText(value)].some((text) => folded(text).includes(folded(filter)));

function toChoice({ value, label }: ListShape, row: JsonObject) {
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

/** The token is the number of rows before the page. */
async function searchList(
	context: ILoadOptionsFunctions,
	from: Choosable,
	filter = '',
	token = '0',
): Promise<INodeListSearchResult> {
	if (!isListed(from)) {
		const choices = await formChoices(context, from.name);
		return { results: choices.filter((choice) => isMatch(choice, filter)) };
	}
	const start = Number(token);
	const { client, list } = await openList(context, from);
	const { search }: ListShape = from.list;
	const read = async (rows: number, given: Values = {}): Promise<INodeListSearchResult> => {
		const end = start + rows;
		const all = await readRows(client, { ...list, values: { ...list.values, ...given } }, end);
		const results = all.slice(start).map((row) => toChoice(from.list, row));
		return { results, ...(all.length >= end && { paginationToken: String(end) }) };
	};
	if (filter === '') return await read(PAGE);
	const matching = ({ results, ...page }: INodeListSearchResult): INodeListSearchResult => ({
		...page,
		results: results.filter((choice) => isMatch(choice, filter)),
	});
	const searched = async () => await read(PAGE, { [search ?? '']: filter.toWellFormed() });
	if (search === 'keyword') {
		// Finds records also by fields that are not shown, unless the form ignores keywords.
		const found = await searched();
		// Perhaps it was chosen before, and is the name of a choice.
		if (found.results.length === 0) return matching(await read(PAGE));
		const shown = matching(found);
		const isCertain = shown.results.length === found.results.length;
		return isCertain || !(await ignoresKeywords(client, formIn(list.values))) ? found : shown;
	}
	// How the service compares names is not documented, so the node searches the first page itself. It is usually
	// the whole list.
	if (start > 0 && search) return matching(await searched());
	const own = matching(await read(PAGE_LIMIT));
	if (own.paginationToken === undefined || !search) return own;
	const others = matching(await searched());
	const known = new Set(own.results.map(({ value }) => value));
	const added = others.results.filter(({ value }) => !known.has(value));
	return { ...others, results: [...own.results, ...added] };
}

async function openList(context: ILoadOptionsFunctions, { name }: Listed) {
	const resource = resources[name];
	const operation: Operation = resource.operations.getAll;
	const list = { resource, operation, values: currentValues(context, operation.params) };
	const client = await connect(context, IN_THE_EDITOR);
	return { client, list: await formReaders(client).withRecordId(list) };
}

async function allChoices(context: ILoadOptionsFunctions, from: Choosable, most?: number) {
	if (!isListed(from)) return await formChoices(context, from.name);
	const { client, list } = await openList(context, from);
	const rows = await readRows(client, list, most);
	return rows.map((row) => {
		const { name, value } = toChoice(from.list, row);
		return { name, value: textIn(value) };
	});
}

/** The forms that are being read. The editor asks for all lists of a node at once when it is opened. */
const reading = new Map<string, Promise<readonly FormField[]>>();

async function chosenForm(context: ILoadOptionsFunctions): Promise<readonly FormField[]> {
	const id = formIn(currentValues(context, { form }));
	const client = await connect(context, IN_THE_EDITOR);
	const key = JSON.stringify([client.site, context.getNode().credentials, id]);
	const fields = reading.get(key) ?? readForm(client, id).finally(() => reading.delete(key));
	reading.set(key, fields);
	return await fields;
}

async function formChoices(context: ILoadOptionsFunctions, name: keyof typeof formOptions) {
	const chosen = textIn(context.getCurrentNodeParameter('&field.value'));
	const fields = await chosenForm(context).catch((error: unknown) => {
		// An expression may name the form only when the workflow runs.
		if (name === 'condition' && error instanceof InputError) return [];
		throw error;
	});
	const choices = formOptions[name](fields, chosen);
	return choices.map((one) => ({ ...one, name: withoutDirections(one.name) }));
}

const forEditor = <Args extends unknown[], Made>(
	make: (context: ILoadOptionsFunctions, ...args: Args) => Promise<Made>,
) =>
	async function (this: ILoadOptionsFunctions, ...args: Args): Promise<Made> {
		return await make(this, ...args).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error, { isAlone: true });
		});
	};

const all = Object.values(pickables);

export const listMethods = {
	listSearch: Object.fromEntries(
		all.map((from) => [
			searchName(from),
			forEditor((context, filter?: string, token?: string) =>
				searchList(context, from, filter, token),
			),
		]),
	),
	loadOptions: Object.fromEntries(
		all.map((from) => [optionsName(from), forEditor((context) => allChoices(context, from))]),
	),
};

async function formInputs(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = context.getCurrentNodeParameter('operation');
	const creating = operation === 'create' || operation === 'import';
	const form = await chosenForm(context);
	const people = await peopleFor(context, form);
	const isTool = context.getNode().type.endsWith('Tool');
	return { fields: mapperFields(form, { creating, people, isTool }) };
}

/** Longer dropdowns do not help, and n8n saves their entries in the workflow. */
const MOST_PEOPLE = 200;

/** Undefined if the form has no field for them, or if there are too many. */
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

export const resourceMapping = { getFormFields: forEditor(formInputs) };
