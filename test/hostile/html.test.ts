import { entries } from '../../nodes/RecordsDirectory/api';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, listSearch, loadedOptions, poll } from '../support/n8n';
import { byId, inWorld, type World } from '../support/world';
import { faultsOf, KINDS } from './faults';
import { runOf } from './with-password';
import { errorOf } from '../n8n/runs';

/** What n8n's editor would make a link and a request of. */
const MARKUP = '<a href="//evil.example/">Click</a><img src="//evil.example/i.png">`b`';
const ENTITY = /&(amp|lt|gt|#96);/g;

/** A text as a person reads it where n8n shows HTML. */
const read = (html: string) =>
	html.replace(ENTITY, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '`');

/** Nothing in it is a tag, begins an entity by chance, or is set as code by n8n. */
const isText = (html: string) => !/[<`]|&/.test(html.replace(ENTITY, ''));

interface Told {
	readonly message: string;
	readonly description?: string | null | undefined;
}

const hints = async (run: Parameters<typeof executeWithHints>[0]) =>
	(await executeWithHints(run)).hints.map(({ message }) => message);

const inPeace = async (test: (world: World) => Promise<void>) =>
	await inAHurry(async () => {
		await inWorld({}, async ({ service, credentials }) => {
			await test({ service, credentials: { ...credentials, requestsPer100Seconds: 1e6 } });
		});
	});

const WITH_WORDS = KINDS.filter((kind) => !/^(drop|cut|a delay)/.test(kind));

it.each(sampled(WITH_WORDS, (kind) => kind, 1 / 10))(
	'no error of an operation has markup: %s',
	async (kind) => {
		const answer = faultsOf([MARKUP])[kind];
		let repeated = 0;
		await inPeace(async ({ service, credentials }) => {
			for (const entry of entries) {
				const told: Told[] = [];
				const kept: Told[] = [];
				for (const continueOnFail of [false, true]) {
					service.faults.clear();
					if (answer) service.faults.add({ times: Infinity, answer });
					const run = { ...runOf(entry), credentials, continueOnFail };
					await executeWithHints(run).then(
						({ items }) => {
							for (const item of items) kept.push(...[errorOf(item) ?? []].flat());
						},
						(error: Told) => told.push(error),
					);
				}
				for (const { message, description } of told) {
					expect([entry.key, message.match(/[<>]/)]).toEqual([entry.key, null]);
					expect([entry.key, isText(description ?? '')]).toEqual([entry.key, true]);
				}
				// As data it is what the service wrote, sign for sign.
				for (const { message, description } of kept) {
					if (/[‹›]|&(amp|lt|gt|#96);/.test(`${message}${description}`))
						throw new Error(`${entry.key}: ${message}, ${description}`);
					if (message.includes(MARKUP)) repeated++;
				}
			}
		});
		if (kind === '400') expect(repeated).toBeGreaterThan(20);
	},
);

describe('what an item brings', () => {
	const user = { newCode: '={{ $json.code }}', name: 'N', kana: 'N', loginId: '={{ $json.code }}' };
	const sync = {
		resource: 'user',
		operation: 'sync',
		...user,
		organizationCode: byId('ORG02'),
		additionalFields: { loginPass: 'first password' },
	};
	const items = [{ json: { code: MARKUP } }];

	it('is a text in the hint of a dry run', async () => {
		await inPeace(async ({ service, credentials }) => {
			const { store } = service;
			store.change(() => {
				for (const { code } of store.users.list()) store.users.delete(code);
				const code = MARKUP.toUpperCase();
				const names = { name: 'N', kana: 'N', loginId: 'n', loginPass: 'p' };
				store.users.add({ code, ...names, organizationCode: 'ORG02' });
			});
			const parameters = { ...sync, dryRun: true, missing: 'delete' };
			const [hint = '', ...others] = await hints({ parameters, items, credentials });
			expect(others).toEqual([]);
			expect(isText(hint)).toBe(true);
			expect(read(hint)).toContain(`'Code' is "${MARKUP}"`);
		});
	});

	it('is a text in the hint of a property that the form does not have', async () => {
		await inPeace(async ({ credentials }) => {
			const parameters = {
				resource: 'record',
				operation: 'create',
				form: byId(1),
				recordMapper: { mappingMode: 'autoMapInputData', value: null },
			};
			const json = { Subject: 'x', 'Priority<': 'High' };
			const [hint = '', ...others] = await hints({ parameters, items: [{ json }], credentials });
			expect(others).toEqual([]);
			expect(isText(hint)).toBe(true);
			expect(read(hint)).toContain("'Priority<' may mean");
		});
	});

	it('is a text in the message and the description of an error', async () => {
		await inPeace(async ({ credentials }) => {
			const parameters = {
				resource: 'record',
				operation: 'getAll',
				form: byId(1),
				options: { names: 'identifiers', fields: 'field-1', order: byId('={{ $json.code }}') },
			};
			const run = { parameters, items, credentials };
			const error = await executeWithHints(run).then(
				() => undefined,
				(error: Told) => error,
			);
			expect(error?.message).toContain('‹a href="//evil.example/"›Click‹/a›');
			expect(error?.message).not.toMatch(/[<>]/);
			expect(isText(error?.description ?? '<')).toBe(true);
			expect(read(error?.description ?? '')).toContain(`Add "${MARKUP}" to`);
			const [item] = (await executeWithHints({ ...run, continueOnFail: true })).items;
			expect(errorOf(item)?.message).toContain(`"${MARKUP}"`);
			expect(errorOf(item)?.description).toContain(`"${MARKUP}"`);
		});
	});
});

it('the error of a list has no markup, and a description that reads alike as a text', async () => {
	await inPeace(async ({ service, credentials }) => {
		service.faults.add({ times: Infinity, answer: faultsOf([MARKUP])['400']! });
		const parameters = { form: byId(1), code: byId('E0001') };
		for (const ask of [
			listSearch('searchForm', { parameters, credentials }),
			loadedOptions('getOutputFields', { parameters, credentials }),
			poll({ parameters: { ...parameters, event: 'recordCreated' }, credentials, mode: 'manual' }),
		]) {
			const { message, description } = (await ask.catch((error: unknown) => error)) as Told;
			// n8n shows it as HTML for some lists and as a text for others.
			expect(message).toContain('‹a href=');
			expect(message).not.toMatch(/[<>]/);
			expect(description).not.toMatch(/[<>&`]/);
		}
	});
});
