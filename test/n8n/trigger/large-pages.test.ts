import type { IDataObject } from 'n8n-workflow';
import { atEndlessSite, type EndlessSite, type Reply } from '../../support/endless';
import { inAHurry } from '../../support/hurry';
import { poll } from '../../support/n8n';
import { formId, idsOf, sorted } from '../../support/watching';

// Replies of a hundred megabytes.
jest.setTimeout(180_000);

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

interface Pages {
	readonly records: number[];
	readonly bytes: number;
	/** How the site fails to send more than 100 rows. */
	readonly limit?: 'status 413' | 'a cut';
	/** Milliseconds for a page of this many rows. */
	readonly takes?: (rows: number) => number;
}

/** A site whose list has large records, or is slow. */
async function atLargeSite(
	{ records, bytes, limit: way, takes }: Pages,
	test: (site: EndlessSite, skip: (ms: number) => void) => Promise<void>,
) {
	const padding = 'x'.repeat(bytes);
	await inAHurry(async ({ skip }) => {
		const reply: Reply = (response, { url = '' }) => {
			const { pathname, searchParams } = new URL(url, 'http://x');
			if (!pathname.endsWith('/records')) return void response.end('{"fields":[]}');
			const [page, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name)));
			const from = (page! - 1) * limit!;
			const ids = [...records].reverse().slice(from, from + limit!);
			skip(takes?.(ids.length) ?? 0);
			const time = (id: number) =>
				`2026-03-02 18:${String(Math.floor(id / 60)).padStart(2, '0')}:${String(id % 60).padStart(2, '0')}`;
			if (ids.length > 100 && way === 'status 413') return void response.writeHead(413).end();
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"records":[');
			if (ids.length > 100 && way === 'a cut') return void response.destroy();
			ids.forEach((recordId, i) => {
				const at = time(recordId);
				const row = { appsId: 4, recordId, createdAt: at, updatedAt: at, isDeleted: 0, status: '' };
				response.write((i > 0 ? ',' : '') + JSON.stringify({ ...row, record: { a: padding } }));
			});
			response.end(']}');
		};
		await atEndlessSite(reply, async (site) => await test(site, skip));
	});
}

const runOf = (site: EndlessSite, event: string, options: IDataObject = {}) => {
	const given = { names: 'identifiers', ...options } as never;
	return {
		parameters: { event, form: formId(4), options: given },
		credentials: site.credentials,
		staticData: {},
		nodeId: `${event} ${JSON.stringify(options)}`,
	};
};
const found = async (run: Parameters<typeof poll>[0]) =>
	idsOf((await poll(run))?.map(({ json }) => json) ?? null);

describe('records that are too large for a page of 1,000', () => {
	it.each<[string, Pick<Pages, 'bytes' | 'limit'>]>([
		['100 MB', { bytes: 150_000 }],
		['100 rows, with status 413', { bytes: 10, limit: 'status 413' }],
		['100 rows, with a cut reply', { bytes: 10, limit: 'a cut' }],
	])('each record of a burst starts the workflow once, at a limit of %s', async (_, pages) => {
		const records = [1];
		await atLargeSite({ records, ...pages }, async (site) => {
			const run = runOf(site, 'recordCreated');
			await poll({ ...run, activation: 'activate' });
			for (let id = 2; id <= 801; id++) records.push(id);
			const told: number[] = [];
			for (let polls = 0; polls < 4; polls++) told.push(...(await found(run)));
			expect(sorted(told)).toEqual(upTo(801).slice(1));
		});
	});
});
