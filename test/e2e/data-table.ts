import type { Sandbox } from '../../sandbox/start/sandbox.ts';

export type Row = Record<string, unknown> & { id: number };

interface List<T> {
	count: number;
	data: T[];
}

/** A Data Table of n8n, as its own page reads and edits it. */
export async function dataTable({ n8n }: Pick<Sandbox, 'n8n'>, name: string) {
	const { id: project } = await n8n.call<{ id: string }>('GET', '/projects/personal');
	const path = `/projects/${project}/data-tables`;
	const tables = await n8n.call<List<{ id: string; name: string }>>('GET', path);
	const table = tables.data.find((one) => one.name === name);
	if (!table) throw new Error(`There is no data table "${name}".`);
	return {
		/** In the order in which they were added. */
		rows: async () => {
			const query = 'take=250&sortBy=id:asc';
			const { data } = await n8n.call<List<Row>>('GET', `${path}/${table.id}/rows?${query}`);
			return data;
		},
		/** Changes the row whose column `number` has this value. */
		edit: (number: string, values: object) => {
			const filters = [{ columnName: 'number', condition: 'eq', value: number }];
			const change = { filter: { type: 'and', filters }, data: values };
			return n8n.call('PATCH', `${path}/${table.id}/rows`, change);
		},
	};
}
