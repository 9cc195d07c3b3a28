import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { below } from '../bars';
import { inWords, markdown, sum, type Say } from '../figures';
import { remotely } from '../remote';
import type { Description, DescriptionCalls } from './descriptions';
import type { Section } from './section';

const PACKAGE = 'n8n-nodes-base';
/** The descriptions of all of n8n's own nodes, as n8n sends them. */
const OF_N8N = `sandbox/n8n/node_modules/${PACKAGE}/dist/types/nodes.json`;
const KNOWN = ['httpRequest', 'googleSheets', 'airtable', 'notion', 'nocoDb', 'jira'];

const MOST_BYTES = 150_000;

interface Size {
	readonly name: string;
	/** What the editor receives: one description per version, newest first. */
	readonly versions: readonly string[];
}

/** Measures how much the editor has to fetch for the built package in a folder, compared with n8n's own nodes. */
export async function sizes(folder: string, say: Say): Promise<Section> {
	say('start: the descriptions for the editor');
	const { nodes, credentials } = await remotely<
		DescriptionCalls,
		{ nodes: Description[]; credentials: Description[] }
	>('start/descriptions.ts', async (remote) => await remote.of(folder));
	const sized = ([name, json]: Description): Size => ({ name, versions: [json] });
	const ours = [
		...nodes.map(sized),
		...credentials.map(([name, json]) => sized([`${name}, the credential`, json])),
	];
	const words = `What n8n sends to the editor when it opens, as JSON: one description per node and credential. n8n has one per major version of a node. It adds another one, nearly as large, for each node that can be a tool of an agent (all of these except the trigger); that is not counted.`;
	const head = ['Node', 'Newest version (bytes)', 'compressed', 'Versions', 'All of them (bytes)'];
	const table = markdown(head, [...ours, ...others()].map(lineOf));
	const both = sum(nodes.map(([, json]) => bytesOf(json)));
	const bars = [below('Descriptions of both nodes together (bytes)', both, MOST_BYTES, inWords)];
	return { text: `${words}\n\n${table}`, bars };
}

interface Described {
	readonly name: string;
	readonly displayName: string;
	readonly version: number | readonly number[];
}

/** Well-known nodes of n8n's own, where the whole n8n is installed. */
function others(): Size[] {
	if (!existsSync(OF_N8N)) return [];
	const all = JSON.parse(readFileSync(OF_N8N, 'utf8')) as Described[];
	return KNOWN.map((known) => {
		const versions = all
			.filter(({ name }) => name === known)
			.toSorted((a, b) => newestOf(b) - newestOf(a));
		if (versions.length === 0) throw new Error(`n8n has no node '${known}'`);
		return {
			name: `n8n's ${versions[0]!.displayName}`,
			versions: versions.map((node) => JSON.stringify({ ...node, name: `${PACKAGE}.${known}` })),
		};
	});
}

const newestOf = ({ version }: Described): number => Math.max(...[version].flat());

const bytesOf = (json: string): number => Buffer.byteLength(json);

const lineOf = ({ name, versions }: Size): string[] => [
	name,
	inWords(bytesOf(versions[0]!)),
	inWords(gzipSync(versions[0]!).length),
	inWords(versions.length),
	inWords(sum(versions.map(bytesOf))),
];
