import { readFileSync } from 'node:fs';
import { inWorld } from '../../support/world';
import { execute } from '../../support/n8n';
import { runs } from '../dialects/runs';
import { entries } from '../../../nodes/RecordsDirectory/api';

/** What the table of docs/outcomes.md says that each operation sends, and what the text above it says about all. */
const DEFINITION = 'GET /api/apps/{appsId}/fields';
const rows = readFileSync('docs/outcomes.md', 'utf8')
	.split('\n')
	.filter((line) => /^\| .*`(GET|POST|PUT|DELETE) /.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()));
const cellsOf = (label: string, name: string) =>
	rows.find((row) => row[1] === `${label}: ${name}`) ?? [];
const sendsOf = (label: string, name: string) =>
	[...(cellsOf(label, name)[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, route = '']) => route);
/** The keys of an operation, without the options that need them. */
const keysOf = (label: string, name: string) =>
	(cellsOf(label, name)[2] ?? '').split('; ').map((key) => key.replace(/ for .*/, ''));
const keyFor = (path: string) => (path.startsWith('/api/apps/') ? 'API Key' : 'Directory API Key');

const isOf = (route: string, sent: string) =>
	new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(sent);

it.each(entries)(
	'$resource.label, $name: the table names every request, and the key of each',
	async ({ resource: { label }, name, resourceName, operationName }) => {
		const named = sendsOf(label, name);
		expect(named).not.toEqual([]);
		const own = runs.filter(
			({ parameters: { resource, operation } }) =>
				resource === resourceName && operation === operationName,
		);
		for (const { parameters, items, prepare } of own) {
			await inWorld({}, async ({ service, credentials }) => {
				prepare?.(service);
				await execute({ parameters, items, credentials, continueOnFail: true });
				const sent = service.log.map(({ method, path }) => `${method} ${path}`);
				const unnamed = sent.filter(
					(each) => ![...named, DEFINITION].some((route) => isOf(route, each)),
				);
				expect(unnamed).toEqual([]);
				const keys = service.log.map(({ path }) => keyFor(path));
				expect(keysOf(label, name)).toEqual(expect.arrayContaining(keys));
			});
		}
	},
);
