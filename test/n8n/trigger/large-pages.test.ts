import type { ServerResponse } from 'node:http';
import { atEndlessSite, type Reply } from '../../support/endless';
import { isSample } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { poll } from '../../support/n8n';
import { formId, idsOf, sorted } from '../../support/watching';
import { jsonOf } from '../../support/world';

// Replies of a hundred megabytes.
jest.setTimeout(180_000);

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

interface Pages {
	readonly bytes: number;
	/** How the site fails to send more than 100 rows. */
	readonly limit?: 'status 413' | 'a cut';
}

/** A page of records that are this large. */
function answer(response: ServerResponse, ids: readonly number[], { bytes, limit }: Pages): void {
	if (ids.length > 100 && limit === 'status 413') return void response.writeHead(413).end();
	const padding = 'x'.repeat(bytes);
	response.writeHead(200, { 'content-type': 'application/json' });
	if (ids.length > 100 && limit === 'a cut')
		return void response.write('{"records":[', () => response.destroy());
	response.write('{"records":[');
	ids.forEach((recordId, i) => {
		const at = new Date(Date.UTC(2026, 2, 2, 18, 0, recordId)).toISOString().slice(0, 19);
		const row = { appsId: 4, recordId, createdAt: at, updatedAt: at, isDeleted: 0, status: '' };
		response.write((i > 0 ? ',' : '') + JSON.stringify({ ...row, record: { a: padding } }));
	});
	response.end(']}');
}

const PAGES: ReadonlyArray<[string, Pages]> = [
	['100 rows, with status 413', { bytes: 10, limit: 'status 413' }],
	['100 rows, with a cut reply', { bytes: 10, limit: 'a cut' }],
	// Takes seconds.
	['100 MB', { bytes: 150_000 }],
];

it.each(isSample ? PAGES.slice(0, 2) : PAGES)(
	'each record of a burst starts the workflow once, at a limit of %s',
	async (_, pages) => {
		const records = [1];
		const reply: Reply = (response, { url = '' }) => {
			const { searchParams } = new URL(url, 'http://x');
			const [page, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name)));
			const from = (page! - 1) * limit!;
			answer(response, [...records].reverse().slice(from, from + limit!), pages);
		};
		await inAHurry(async () => {
			await atEndlessSite(reply, async ({ credentials }) => {
				const options = { names: 'identifiers' };
				const parameters = { event: 'recordCreated', form: formId(4), options };
				const run = { parameters, credentials, staticData: {}, nodeId: JSON.stringify(pages) };
				await poll({ ...run, activation: 'activate' });
				for (let id = 2; id <= 801; id++) records.push(id);
				const told: number[] = [];
				for (let polls = 0; polls < 4; polls++)
					told.push(...idsOf(jsonOf((await poll(run)) ?? [])));
				expect(sorted(told)).toEqual(upTo(801).slice(1));
			});
		});
	},
);
