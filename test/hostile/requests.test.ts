import type { INodeParameters } from 'n8n-workflow';
import { entries, type Entry } from '../../nodes/RecordsDirectory/api';
import { isNothing } from '../../nodes/RecordsDirectory/core/json';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { HOSTILE } from './texts';
import { onTheWire, type Answer, type Arrived } from './wire';

/** The text comes from the item, as an expression in its place would be evaluated. */
const TEXT = '={{ $json.text }}';

// prettier-ignore
/** Texts that some program on the way to the service may not treat as part of a path. */
const TEXTS = [
	...HOSTILE.map(([, text]) => text),
	'.', '..', '...', './', '../', '/..', '/', '//', '\\', '..\\', '1/../2', '1/..', '..;/', '.;',
	'%2e', '%2e%2e', '%2E%2E', '.%2e', '%2e%2e%2f', '%2f', '%5c', '%00', '%0d%0aX-Injected:1', '%252e%252e', '%25', '%', '%zz', '%c0%ae%c0%ae%c0%af', '%ff',
	'?', '#', ';', ';a=1', '&', '=', '@', ':80', '*', '|', '+', ' ', '1 2', '1\0', '\r\n', '\t1', '\x7f', '\u2028',
	'．．', '．．／', '‥', '∕', '⁄', '／', '＼', '\u2024\u2024', '。。', '\u200b', '\u202e1', 'import', 'comments', 'fields', '{code}', '${1}', 'é', 'e\u0301', '１', '١',
	'0', '-1', '01', '1.0', '1.5', '1e3', '0x10', '1,2', '1_0', 'NaN', 'Infinity', 'null', 'constructor', 'then', '9'.repeat(30), 'a'.repeat(256),
];

const slots = entries.flatMap((entry) =>
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
async function arrivedOf(entry: Entry, slot: string, texts: readonly string[]) {
	return await onTheWire(
		() => ANYTHING,
		async ({ credentials, arrived }) => {
			const { key, resourceName: resource, operationName: operation } = entry;
			const { given } = scenarios[key];
			// What each item brings itself must not be what it fails for.
			const { file: _, ...additionalFields } = (given.additionalFields ?? {}) as INodeParameters;
			const asJson = { specifyRecord: 'json', recordJson: '{"a":1}' };
			const own = { additionalFields, findBy: 'id', recordId: byId(5), ...asJson };
			const place = slot === 'appsId' ? 'form' : slot;
			const parameters = { resource, operation, ...given, ...own, [place]: byId(TEXT) };
			const items = texts.map((text) => ({ json: { text } }));
			const output = await execute({ parameters, credentials, items, continueOnFail: true });
			const failed = output.filter(({ json }) => json.error !== undefined);
			const itemOf = ({ pairedItem }: (typeof output)[0]) => (pairedItem as { item: number }).item;
			return { arrived, failed: new Set(failed.map(itemOf)) };
		},
	);
}

/** Decoded once, as the service does it; nothing on the way may see more or fewer segments. */
const segmentsOf = ({ target }: Arrived) =>
	target.split('?')[0]!.split('/').map(decodeURIComponent);

/** The text in the path; undefined if it must be rejected. */
function segmentFor(text: string, slot: string, { operation }: Entry): string | undefined {
	if (slot !== 'code') return /^\s*\+?0*([1-9]\d*)(\.0+)?\s*$/.exec(text)?.[1];
	const isLong = [...text].length > (operation.params.code?.maxLength ?? Infinity);
	const isRejected = isNothing(text) || ['.', '..'].includes(text) || !text.isWellFormed();
	return isLong || isRejected ? undefined : text;
}

it.each(slots)('each text is one segment of the path, or is rejected: $name', async (one) => {
	const { name, entry, slot } = one;
	const at = entry.operation.path.split('/').indexOf(`{${slot}}`);
	const usual = await arrivedOf(entry, slot, [slot === 'code' ? 'E7' : '7']);
	const lengths = new Set(usual.arrived.map((request) => segmentsOf(request).length));
	const texts = sampled(TEXTS, (text) => `${name} ${text}`);
	const { arrived, failed } = await arrivedOf(entry, slot, texts);
	const wanted = texts.map((text) => segmentFor(text, slot, entry));
	const rejected = texts.filter((_, item) => wanted[item] === undefined && !failed.has(item));
	expect(rejected).toEqual([]);
	const found = arrived.map((request) => segmentsOf(request)[at]);
	const known = (some: typeof found) => new Set(some.filter((segment) => segment !== undefined));
	expect(known(found)).toEqual(known(wanted));
	for (const request of arrived) {
		const [path = ''] = request.target.split('?');
		expect(path).toMatch(/^(\/[!$&-.0-9:;=@A-Z_a-z~*%]+)+$/);
		expect(new URL(request.target, 'http://x').pathname).toBe(path);
		expect(request.headers.filter((line) => /^x-injected|evil/i.test(line))).toEqual([]);
		expect(lengths).toContain(segmentsOf(request).length);
	}
});
