import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { execute, poll } from '../support/n8n';
import { byId } from '../support/world';
import { scenarios } from '../n8n/scenarios/all';
import { onTheWire } from './wire';

/** A service in whose answers every address belongs to another site, and every header leads there. */
async function besideLinks(test: (url: string) => Promise<void>): Promise<void> {
	await onTheWire(
		() => ({}),
		async (other) => {
			const link = `${other.url}/api/apps/1/records/1`;
			const links = { url: link, accessUrl: link, accessEditUrl: link, href: link, next: link };
			const times = { createdAt: '2026-01-01 00:00:00', updatedAt: '2026-01-01 00:00:00' };
			const row = { ...links, ...times, id: 1, recordId: 1, fieldId: 1, code: 'E0001', name: 'N' };
			const notices = [
				{ appsId: '1', appsName: 'N', icon: { src: link }, noticeList: [{ ...row, count: 1 }] },
			];
			const all = {
				user: [row],
				organizations: [row],
				positions: [row],
				forms: [row],
				fields: [row],
			};
			const file = [{ id: 1, name: 'a', type: 'b/c', content: '', url: link }];
			const comment = { ...row, file };
			const body = {
				...row,
				...all,
				records: [row],
				notices,
				comment,
				comments: [comment],
				record: { link },
			};
			const headers = { location: link, link: `<${link}>; rel="next"`, refresh: `0;url=${link}` };
			await onTheWire(
				() => ({ status: 200, headers: { ...headers, 'content-location': link }, body }),
				async ({ url, arrived }) => {
					await test(url);
					expect(arrived.length).toBeGreaterThan(0);
				},
			);
			expect(other.arrived).toEqual([]);
		},
	);
}

it.each(entries)('no address of an answer is asked for: $key', async (entry) => {
	await besideLinks(async (baseUrl) => {
		const { given, items } = scenarios[entry.key];
		const { resourceName: resource, operationName: operation } = entry;
		const parameters = { resource, operation, ...given };
		await execute({ parameters, items, credentials: { baseUrl, apiKey: 'k' } }).catch(() => {});
	});
});

it.each(Object.keys(triggerEvents))('no address of an answer is asked for: %s', async (event) => {
	await besideLinks(async (baseUrl) => {
		const parameters = { event, form: byId(1), code: byId('E0001') };
		const run = { parameters, credentials: { baseUrl, apiKey: 'k' } };
		for (const mode of ['trigger', 'manual'] as const)
			await poll({ ...run, mode, staticData: {}, nodeId: `links-${event}` }).catch(() => {});
	});
});
