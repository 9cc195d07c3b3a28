import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { form } from '../../api/fields/shared';
import type { FormField } from '../../core/form/definition';
import { distinctForModels, mapperFields, type People } from '../../core/form/mapper';
import {
	columnOptions,
	outputOptions,
	sortOptions,
	tableOptions,
	type Option,
} from '../../core/form/options';
import { accepted, formIn } from '../../core/values/validate';
import { connect } from '../transport/client';
import { contains, current, IN_THE_EDITOR } from './editor';
import { toNodeError } from '../transport/errors';
import { readForm } from '../form/form-cache';
import { few } from './list-search';
import { optionsOf, searchOf } from '../description/field-property';

/** The fields of the form that is chosen in the editor. */
async function chosenForm(context: ILoadOptionsFunctions): Promise<readonly FormField[]> {
	try {
		const raw = { form: current(context, 'form') };
		const values = accepted({ form }, raw, { zone: 'UTC' }, 'refused');
		return await readForm(await connect(context, IN_THE_EDITOR), formIn(values));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

type Options = (fields: readonly FormField[]) => Option[];

const listOf = (options: Options) =>
	async function (this: ILoadOptionsFunctions) {
		return options(await chosenForm(this));
	};

const searchIn = (options: Options) =>
	async function (this: ILoadOptionsFunctions, filter?: string) {
		const all = options(await chosenForm(this));
		const isFound = ({ name, value }: Option) => contains(name, filter) || contains(value, filter);
		return { results: all.filter(isFound) };
	};

/** The lists that are made from the chosen form, in which several can be chosen or one of a row. */
export const formOptions = {
	[optionsOf('outputField')]: listOf(outputOptions),
	getDetailColumns: listOf(columnOptions),
};

/** Those of which one is chosen. */
export const formSearch = {
	[searchOf('sortField')]: searchIn(sortOptions),
	[searchOf('table')]: searchIn(tableOptions),
};

/** The fields of the chosen form as inputs. */
async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = current(this, 'operation');
	const creating = operation === 'create' || operation === 'import';
	const form = await chosenForm(this);
	const fields = mapperFields(form, { creating, people: await peopleFor(this, form) });
	const isTool = this.getNode().type.endsWith('Tool');
	return { fields: isTool ? distinctForModels(fields) : fields };
}

/** A dropdown of more is no help, and its entries are kept in the workflow. */
const MOST_PEOPLE = 200;

/** Users and organizations, where the form has a field for one of them. */
async function peopleFor(
	context: ILoadOptionsFunctions,
	form: readonly FormField[],
): Promise<People> {
	const isAsked = (kind: string) => form.some((field) => field.kind === kind && !field.isMultiple);
	return {
		users: isAsked('users') ? await few(context, 'user', MOST_PEOPLE) : undefined,
		organizations: isAsked('organizations')
			? await few(context, 'organization', MOST_PEOPLE)
			: undefined,
	};
}

export const resourceMapping = { getFormFields };
