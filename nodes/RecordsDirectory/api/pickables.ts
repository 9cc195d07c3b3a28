interface PickableRow {
	/** What the panel calls it, if that differs from its name here. */
	readonly word?: string;
	readonly article?: 'an';
	/** Only IDs are numbers. */
	readonly goesBy: 'ID' | 'Code' | 'Field ID';
	readonly example: string;
	readonly dependsOn?: readonly string[];
	/** An example of the address of its page, and a pattern whose only group is the number in it. */
	readonly page?: { readonly example: string; readonly pattern: string };
	/** Missing for parts of a form, which `n8n/methods/lists.ts` lists. */
	readonly list?: ListShape;
}

export interface ListShape {
	readonly value: string;
	readonly label: (row: RowTexts) => string;
	/** The service's search parameter, if the list has one. */
	readonly search?: 'name' | 'keyword';
}

interface RowTexts {
	/** Returns a property, or the second one if the row does not have the first. */
	text(property: string, otherwise?: string): string;
	/** Returns the beginning of a property, or of the first text in it; '' if there is none. */
	excerpt(property: string): string;
}

/** The document gives no addresses, so all usual spellings match: `/forms/12`, `/apps/12`, `?appsId=12`. */
const page = (path: string, names: string) => ({
	example: `https://your-site.example.com/${path}`,
	pattern: `^\\s*https?://[^/?#]+(?=[/?#]).*?[/?&#](?:${names})[/=](\\d+)(?![\\w-])`,
});

const dependsOn = ['form.value'];

const codes: ListShape = {
	value: 'code',
	label: ({ text }) => `${text('name')} (${text('code')})`,
	search: 'name',
};

const table = {
	comment: {
		goesBy: 'ID',
		example: '7',
		dependsOn: [...dependsOn, 'recordId.value'],
		list: {
			value: 'id',
			label: ({ text, excerpt }) => `${text('creator')}: ${excerpt('content')}`,
		},
	},
	condition: { goesBy: 'Field ID', example: 'equals', dependsOn: [...dependsOn, '&field.value'] },
	detailColumn: { word: 'column', goesBy: 'Field ID', example: 'field-24', dependsOn },
	field: {
		goesBy: 'ID',
		example: '12',
		dependsOn,
		list: {
			value: 'fieldId',
			label: ({ text }) => `${text('caption')} (${text('uniqueId')})`,
			search: 'name',
		},
	},
	form: {
		goesBy: 'ID',
		example: '3',
		page: page('forms/3', 'forms?|apps?|appsId|formId'),
		list: { value: 'id', label: ({ text }) => text('name'), search: 'name' },
	},
	organization: { article: 'an', goesBy: 'Code', example: 'SALES', list: codes },
	outputField: { word: 'field', goesBy: 'Field ID', example: 'field-1', dependsOn },
	position: { goesBy: 'Code', example: 'MANAGER', list: codes },
	record: {
		goesBy: 'ID',
		example: '125 or SUP00125',
		dependsOn,
		page: page('forms/3/records/125', 'records?|recordId'),
		list: {
			value: 'recordId',
			label: ({ text, excerpt }) =>
				text('uniqueId', 'recordId') + (excerpt('record') && `: ${excerpt('record')}`),
			search: 'keyword',
		},
	},
	sortField: { word: 'field', goesBy: 'Field ID', example: 'field-1', dependsOn },
	watchedField: { word: 'field', goesBy: 'Field ID', example: 'field-6', dependsOn },
	user: { goesBy: 'Code', example: 'E0001', list: codes },
} as const satisfies Readonly<Record<string, PickableRow>>;

type Rows = typeof table;
export type PickableName = keyof Rows;

export type ListedName = {
	[P in PickableName]: Rows[P] extends { readonly list: ListShape } ? P : never;
}[PickableName];

export interface Pickable extends PickableRow {
	readonly name: PickableName;
	readonly word: string;
}

export const pickables = Object.fromEntries(
	Object.entries<PickableRow>(table).map(([name, row]) => [name, { name, word: name, ...row }]),
) as { readonly [P in PickableName]: Pickable & Rows[P] & { readonly name: P } };
