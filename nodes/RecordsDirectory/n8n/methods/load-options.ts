import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { form } from '../../api/fields/shared';
import { pickables, type Pickable, type PickableName } from '../../api/pickables';
import type { FormField, Kind } from '../../core/form/field';
import { distinctForModels, mapperFields, formOptions, type Option } from '../../core/form/panel';
import { withoutDirections } from '../../core/output/shown';
import { formIn } from '../../core/values/validate';
import { connect } from '../transport/client';
import { currentValues, nameContains, currentInput, IN_THE_EDITOR } from './editor';
import { toNodeError } from '../transport/errors';
import { readForm } from '../form/form-cache';
import { allChoices, allIfFew, listedPickables, searchList } from './list-search';
import { optionsOf, searchOf } from '../description/field-property';

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

const listOf = (options: Options) =>
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
		load: listOf(options),
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
	listSearch: Object.fromEntries(lists.map(({ from, search: find }) => [searchOf(from), find])),
	loadOptions: {
		...Object.fromEntries(
			lists.flatMap(({ from, load }) => (from.several ? [[optionsOf(from), load]] : [])),
		),
		getDetailColumns: listOf(detailColumn),
	},
};

/** Returns the fields of the chosen form as inputs. */
async function getFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = currentInput(this, 'operation');
	const creating = operation === 'create' || operation === 'import';
	const form = await chosenForm(this);
	const fields = mapperFields(form, { creating, people: await peopleFor(this, form) });
	const isTool = this.getNode().type.endsWith('Tool');
	return { fields: isTool ? distinctForModels(fields) : fields };
}

/** Longer dropdowns do not help, and n8n saves their entries in the workflow. */
const MOST_PEOPLE = 200;

/** Returns users and organizations if the form has a field for them. */
async function peopleFor(context: ILoadOptionsFunctions, form: readonly FormField[]) {
	const isAsked = (resource: Kind['resource']) =>
		form.some(({ kind, isMultiple }) => kind.resource === resource && !isMultiple);
	const few = async (resource: 'user' | 'organization') =>
		isAsked(resource) ? await allIfFew(context, pickables[resource], MOST_PEOPLE) : undefined;
	return { user: await few('user'), organization: await few('organization') };
}

export const resourceMapping = { getFormFields };
