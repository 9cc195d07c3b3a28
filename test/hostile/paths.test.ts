import { isNothing } from '../../nodes/RecordsDirectory/core/json';
import type { INodeParameters } from 'n8n-workflow';
import { entries, type Entry } from '../../nodes/RecordsDirectory/api';
import { sampled } from '../support/effort';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { scenarios } from '../n8n/scenarios/all';
import { HOSTILE } from './texts';
import { onTheWire, type Answer, type Arrived } from './wire';

/** Texts that some program on the way to the service may not treat as part of a path. */
const TEXTS = [
	...HOSTILE.map(([, text]) => text),
	...[
		'.',
		'..',
		'...',
		'./',
		'../',
		'/..',
		'/',
		'//',
		'\\',
		'..\\',
		'1/../2',
		'1/..',
		'..;/',
		'.;',
	],
	...['%2e', '%2e%2e', '%2E%2E', '.%2e', '%2e%2e%2f', '%2f', '%5c', '%00', '%0d%0aX-Injected:1'],
	...['%252e%252e', '%25', '%', '%zz', '%c0%ae%c0%ae%c0%af', '%ff', '%u002e'],
	...['?', '?a=1', '#', '#a', ';', ';a=1', '&', '=', '@', ':', ':80', '*', '|', '+', ' ', '1 2'],
	...['\0', '1\0', '\r\n', '\r\n\r\n', '\n', '\t1', '\x7f', '\x85', '\u2028', '\ufeff1'],
	...['．．', '．．／', '‥', '∕', '⁄', '／', '＼', '\u2024\u2024', '。。', '\u200b', '\u202e1'],
	...['import', 'comments', 'fields', 'records', '{code}', '${1}', 'é', 'e\u0301', '１', '١'],
	...['0', '-1', '01', '1.0', '1.5', '1e3', '0x10', '1,2', '1_0', 'NaN', 'Infinity', 'null'],
	...['constructor', 'prototype', 'hasOwnProperty', 'then', '9'.repeat(30), 'a'.repeat(256)],
];

const TEXT = '={{ $json.text }}';
const isId = (slot: string) => slot !== 'code';
const paramOf = (slot: string) => (slot === 'appsId' ? 'form' : slot);

interface Case {
	readonly entry: Entry;
	readonly slot: string;
}

const cases = entries.flatMap((entry) =>
	[...entry.operation.path.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => ({
		name: `${slot} of ${entry.key}`,
		entry,
		slot,
	})),
);

/** A row with every property, so that requests after a read are sent as well. */
const row = { id: 1, recordId: 1, fieldId: 1, code: 'E1', name: 'N', uniqueId: 'a' };
const lists = ['user', 'organizations', 'positions', 'forms', 'fields', 'records', 'comments'];
const ANYTHING: Answer = {
	body: { ...row, ...Object.fromEntries(lists.map((name) => [name, [row]])), comment: row },
};

/** What arrives of a run with an item for each text, in which those that are rejected fail alone. */
async function arrivedOf({ entry, slot }: Case, texts: readonly string[]) {
	return await onTheWire(
		() => ANYTHING,
		async ({ url, arrived }) => {
			const { key, resourceName: resource, operationName: operation } = entry;
			const { given } = scenarios[key];
			// What each item brings itself must not be what it fails for.
			const { file: _, ...additionalFields } = (given.additionalFields ?? {}) as INodeParameters;
			const own = { additionalFields, specifyRecord: 'json', recordJson: '{"a":1}' };
			const parameters = { resource, operation, ...given, ...own, [paramOf(slot)]: byId(TEXT) };
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const items = texts.map((text) => ({ json: { text } }));
			const output = await execute({ parameters, credentials, items, continueOnFail: true });
			const failed = output
				.filter(({ json }) => json.error !== undefined)
				.map(({ pairedItem }) => (pairedItem as { item: number }).item);
			return { arrived, failed: new Set(failed) };
		},
	);
}

/** Decoded once, as the service does it; nothing on the way may see more or fewer segments. */
const segmentsOf = ({ target }: Arrived) =>
	target.split('?')[0]!.split('/').map(decodeURIComponent);

const injected = ({ headers }: Arrived) => headers.filter((line) => /^x-injected|evil/i.test(line));

function mustBeOnePath(request: Arrived): void {
	const [path = ''] = request.target.split('?');
	expect(path).toMatch(/^(\/[!$&-.0-9:;=@A-Z_a-z~*%]+)+$/);
	expect(new URL(request.target, 'http://x').pathname).toBe(path);
	expect(injected(request)).toEqual([]);
}

it.each(cases)('$name: each text is one segment, or is rejected', async ({ name, entry, slot }) => {
	const at = entry.operation.path.split('/').indexOf(`{${slot}}`);
	const usual = await arrivedOf({ entry, slot }, [isId(slot) ? '7' : 'E7']);
	const shapes = new Set(usual.arrived.map((request) => segmentsOf(request).length));
	const texts = sampled(TEXTS, (text) => `${name} ${text}`);
	const { arrived, failed } = await arrivedOf({ entry, slot }, texts);
	arrived.forEach(mustBeOnePath);
	const wanted = texts.map((text) => (isId(slot) ? idOf(text) : codeOf(text, mostOf(entry))));
	for (const [item, segment] of wanted.entries())
		if (segment === undefined) expect([texts[item], failed.has(item)]).toEqual([texts[item], true]);
	const asked = arrived.map((request) => segmentsOf(request)[at]);
	const isOne = (segment: string | undefined) => segment !== undefined;
	expect(new Set(asked.filter(isOne))).toEqual(new Set(wanted.filter(isOne)));
	for (const request of arrived) expect(shapes).toContain(segmentsOf(request).length);
});

/** Returns the text in the path for a code; undefined if the code must be rejected. */
const codeOf = (text: string, most: number) =>
	isNothing(text) || ['.', '..'].includes(text) || !text.isWellFormed() || [...text].length > most
		? undefined
		: text;
const idOf = (text: string) => /^\s*\+?0*([1-9]\d*)(\.0+)?\s*$/.exec(text)?.[1];
const mostOf = ({ operation }: Entry) => operation.params.code?.maxLength ?? Infinity;
