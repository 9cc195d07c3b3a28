import type { NodeApiError } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { errorOf, failureOf } from '../n8n/runs';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, listSearch, loadedOptions, poll } from '../support/n8n';
import { byId, inWorld, type World } from '../support/world';
import { faultsOf, KINDS, planned, runOf } from './faults';
import { mapped } from './form-service';

/** What n8n's editor would make a link and a request of. */
const MARKUP = '<a href="//evil.example/">Click</a><img src="//evil.example/i.png">`b`';
const ENTITY = /&(amp|lt|gt|#96);/g;

/** A text as a person reads it where n8n shows HTML. */
const read = (html: string) =>
	html.replace(ENTITY, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '`');

/** Nothing in it is a tag, begins an entity by chance, or is set as code by n8n. */
const isText = (html: string) => !/[<`]|&/.test(html.replace(ENTITY, ''));

const soon = async (test: (world: World) => Promise<void>) =>
	await inAHurry(() =>
		inWorld({}, async ({ service, credentials }) =>
			test({ service, credentials: { ...credentials, requestsPer100Seconds: 1e6 } }),
		),
	);

const WITH_WORDS = KINDS.filter((kind) => !/^(drop|cut)/.test(kind));

it.each(sampled(WITH_WORDS, (kind) => kind, 1 / 10))(
	'no error of an operation has markup, and its data is what the service wrote: %s',
	async (kind) => {
		let repeated = 0;
		await soon(async ({ service, credentials }) => {
			for (const entry of entries) {
				const run = { ...runOf(entry), credentials };
				planned(service, [{ times: Infinity, answer: faultsOf([MARKUP])[kind]! }]);
				await executeWithHints(run).catch(({ message, description }: NodeApiError) => {
					expect([entry.key, message.match(/[<>]/)]).toEqual([entry.key, null]);
					expect([entry.key, isText(description ?? '')]).toEqual([entry.key, true]);
				});
				planned(service, [{ times: Infinity, answer: faultsOf([MARKUP])[kind]! }]);
				const { items } = await executeWithHints({ ...run, continueOnFail: true });
				for (const { message, description } of items.flatMap((item) => errorOf(item) ?? [])) {
					expect([entry.key, message, description].join()).not.toMatch(/[‹›]|&(amp|lt|gt|#96);/);
					if (message.includes(MARKUP)) repeated++;
				}
			}
		});
		if (kind === '400') expect(repeated).toBeGreaterThan(20);
	},
);

it('a hint about a property that the form does not have is a text', async () => {
	await soon(async ({ credentials }) => {
		const items = [{ json: { Subject: 'x', 'Priority<': 'High' } }];
		const { hints } = await executeWithHints({ parameters: mapped, items, credentials });
		expect(hints).toHaveLength(1);
		expect(isText(hints[0]!.message)).toBe(true);
		expect(read(hints[0]!.message)).toContain("'Priority<' may mean");
	});
});

it('the description of an error about an item is a text', async () => {
	await soon(async ({ credentials }) => {
		const options = { names: 'identifiers', fields: 'field-1', order: byId('={{ $json.code }}') };
		const parameters = { resource: 'record', operation: 'getAll', form: byId(1), options };
		const run = { parameters, items: [{ json: { code: MARKUP } }], credentials };
		const { description } = await failureOf(executeWithHints(run));
		expect(isText(description ?? '<')).toBe(true);
		expect(read(description ?? '')).toContain(`Add "${MARKUP}" to`);
	});
});

it('the error of a list or a poll has no markup, as n8n shows some as HTML and others as a text', async () => {
	await soon(async ({ service, credentials }) => {
		service.faults.add({ times: Infinity, answer: faultsOf([MARKUP])['400']! });
		const parameters = { form: byId(1), code: byId('E0001') };
		const event = { ...parameters, event: 'recordCreated' };
		for (const run of [
			listSearch('searchForm', { parameters, credentials }),
			loadedOptions('getOutputFields', { parameters, credentials }),
			poll({ parameters: event, credentials, mode: 'manual' }),
		]) {
			const { message, description } = await failureOf(run);
			expect(message).toContain('‹a href=');
			expect(message).not.toMatch(/[<>]/);
			expect(description).not.toMatch(/[<>&`]/);
		}
	});
});
