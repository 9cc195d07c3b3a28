import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { form } from '../api/fields';
import type { FormField } from '../core/form/definition';
import { distinctForModels, mapperFields, type MapperField } from '../core/form/mapper';
import {
	columnOptions,
	outputOptions,
	sortOptions,
	tableOptions,
	type Option,
} from '../core/form/options';
import { accepted } from '../core/limits';
import { connect } from './client';
import { contains, current, IN_THE_EDITOR } from './editor';
import { toNodeError } from './errors';
import { readForm } from './forms';
import { optionsOf, searchOf } from './property';

/** The fields of the form that is chosen in the editor. */
async function chosenForm(context: ILoadOptionsFunctions): Promise<readonly FormField[]> {
	try {
		const raw = { form: current(context, 'form') };
		const values = accepted({ form }, raw, { zone: 'UTC' }, 'refused');
		return await readForm(await connect(context, IN_THE_EDITOR), Number(values.form));
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
		return { results: all.filter(({ name }) => contains(name, filter)) };
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
	const fields = mapperFields(await chosenForm(this), { creating });
	const isTool = this.getNode().type.endsWith('Tool');
	return { fields: (isTool ? distinctForModels(fields) : fields).map(asInput) };
}

/** What n8n shows for a list is a JSON editor that has an error while it is empty: it can be added. */
const asInput = (field: MapperField) => ({
	...field,
	options: field.options?.slice(),
	...(field.type === 'array' ? { removed: true } : {}),
});

export const resourceMapping = { getFormFields };
