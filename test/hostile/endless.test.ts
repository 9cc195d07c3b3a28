import { entries } from '../../nodes/RecordsDirectory/api';
import type { Client } from '../../nodes/RecordsDirectory/n8n/transport/client';
import { readList } from '../../nodes/RecordsDirectory/n8n/transport/list-reader';
import { endless } from './endless';

/** A list of more than a million rows comes from a service that invents them. */
const MOST_PAGES = 1_200;

const readers = entries.filter(({ key }) => key === 'user.getAll' || key === 'record.getAll');

// All lists are read by one of these two.
it.each(readers)(
	'a list without an end ends in a failure: $key',
	async ({ resource, operation }) => {
		let pages = 0;
		const { returns } = operation;
		const root = returns.kind === 'many' ? returns.root : '';
		const client: Partial<Client> = {
			site: 'https://site.example',
			async send({ query }) {
				if (++pages > MOST_PAGES) throw new Error('It would have gone on');
				const rows = endless(Number(query.page), Number(query.limit));
				return { statusCode: 200, headers: {}, body: { [root]: rows } };
			},
		};
		const all = readList(
			client as Client,
			{ resource, operation, values: { form: 1, recordId: 1 } },
			Infinity,
		);
		const read = async () => {
			for await (const rows of all) void rows;
		};
		await expect(read()).rejects.toThrow(/end/);
		expect(pages).toBeLessThanOrEqual(MOST_PAGES);
	},
);
