import { execute } from '../../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../../support/world';
import { countOf, create, errorOf, failureOf, importing, subjects } from '../../runs';

/** Items without a subject are rejected, with their whole request. */
const itemsWith = (count: number, wrong: readonly number[]) =>
	subjects(count).map((item, n) => (wrong.includes(n) ? { json: { subject: '' } } : item));
const split = { ...importing, options: { splitRefused: true } };
const failedOf = (output: Array<{ json: object }>) =>
	output.flatMap(({ json }, n) => ('error' in json ? [n] : []));
const sizes = (sent: ReturnType<typeof sentTo>) =>
	sent
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { records: unknown[] }).records.length);
const asked = /item 105\)/;

describe('a rejected request of an import', () => {
	it('is not retried unless that is asked for', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsWith(250, [105]);
			const output = await execute({
				parameters: importing,
				items,
				credentials,
				continueOnFail: true,
			});
			expect(failedOf(output)).toHaveLength(100);
			expect(errorOf(output[177])?.message).toMatch(asked);
			expect(sizes(sentTo(service))).toEqual([100, 100, 50]);
		});
	});

	it('is split on demand: what the service names alone, the others together', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsWith(250, [105, 142]);
			const output = await execute({ parameters: split, items, credentials, continueOnFail: true });
			expect(failedOf(output)).toEqual([105, 142]);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(countOf(service)).toBe(40 + 248);
			const subjectsKept = service.log.flatMap(({ method, status, body }) =>
				method === 'POST' && status < 300 ? (body as { records: unknown[] }).records : [],
			);
			expect(subjectsKept).toHaveLength(248);
			expect(sizes(sentTo(service))).toEqual([100, 100, 98, 1, 1, 50]);
		});
	});

	it('is halved where the service names none', async () => {
		await inWorld({ dialect: { errorDetails: 'absent' } }, async ({ service, credentials }) => {
			const items = itemsWith(8, [3]);
			const output = await execute({ parameters: split, items, credentials, continueOnFail: true });
			expect(failedOf(output)).toEqual([3]);
			expect(sizes(sentTo(service))).toEqual([8, 4, 2, 2, 1, 1, 4]);
			expect(countOf(service)).toBe(47);
		});
	});

	it.each([{}, { findNew: true }])(
		'is looked up before it is split, where the form has a key field: %j',
		async (more) => {
			const dialect = { importFailure: 'rowsBeforeStay', errorDetails: 'absent' } as const;
			await inWorld({ dialect }, async ({ service, credentials }) => {
				const items = Array.from({ length: 6 }, (_, n) => ({
					json: { key: `C-9${n}`, name: n === 3 ? '' : `Customer ${n}` },
				}));
				const parameters = {
					...importing,
					form: byId(2),
					recordJson: '={{ { "field-21": $json.key, "field-22": $json.name } }}',
					options: { splitRefused: true, ...more },
				};
				const run = { parameters, items, credentials, continueOnFail: true };
				const output = await execute(run);
				expect(failedOf(output)).toEqual([3]);
				expect(errorOf(output[3])).toMatchObject({ outcome: 'failed' });
				// Those before the invalid one were saved, so the retry leaves them out.
				expect(sizes(sentTo(service))).toEqual([6, 3, 2, 1, 1, 1]);
				expect(countOf(service, 2)).toBe(15 + 5);
			});
		},
	);

	it('without Continue: the first that is rejected alone ends it, with what was done', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsWith(250, [105]);
			const error = await failureOf(execute({ parameters: split, items, credentials }));
			expect(error.context.itemIndex).toBe(105);
			expect(error.description).toMatch(
				/^Saved: items 0 to 104 and 106 to 199\. Items 100 to 199 were first rejected together\. The service does not say what it kept of them\. Check before you run them again\. Not sent: items 200 to 249\./,
			);
			expect(countOf(service)).toBe(40 + 199);
		});
	});

	it('without Continue: items that are not retried are not called unsent', async () => {
		await inWorld({ dialect: { errorDetails: 'absent' } }, async ({ service, credentials }) => {
			const error = await failureOf(
				execute({ parameters: split, items: itemsWith(8, [2]), credentials }),
			);
			expect(sizes(sentTo(service))).toEqual([8, 4, 2, 2, 1]);
			expect(error.description).toMatch(/Items 0 to 7 were first rejected together\. The service/);
			expect(error.description).not.toMatch(/not sent/);
		});
	});

	it.each([
		['the form does not exist', { ...split, form: 99 }, undefined],
		['the key is wrong', split, 401],
		['the answer breaks off', split, 500],
	])('is never split when %s', async (_, parameters, status) => {
		await inWorld({}, async ({ service, credentials }) => {
			if (status) service.faults.add({ answer: { status } });
			await failureOf(execute({ parameters, items: subjects(20), credentials }));
			expect(sizes(sentTo(service))).toEqual([20]);
		});
	});
});

describe('records created through import', () => {
	const bundled = { ...create, options: { throughImport: true } };

	it('go a hundred in a request, each with its own output', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = subjects(250);
			const output = await execute({ parameters: bundled, items, credentials });
			expect(sizes(sentTo(service))).toEqual([100, 100, 50]);
			expect(jsonOf(output)).toEqual(items.map(() => ({ success: true })));
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(countOf(service)).toBe(290);
		});
	});

	it('only those that are to', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const options = { throughImport: '={{ $itemIndex !== 1 }}' };
			const parameters = { ...create, options };
			const output = await execute({ parameters, items: subjects(3), credentials });
			expect(sentTo(service).map(({ path }) => path)).toEqual([
				'/api/apps/1/records/import',
				'/api/apps/1/records',
			]);
			expect(jsonOf(output)).toEqual([
				{ success: true },
				{ success: true, appsId: 1 },
				{ success: true },
			]);
		});
	});

	it('and tell what is not known when a request is cancelled', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop: 'after' } });
			const error = await failureOf(
				execute({ parameters: bundled, items: subjects(3), credentials }),
			);
			expect(error.description).toMatch(/^Unknown: items 0 to 2 may have been saved/);
			expect(service.log).toHaveLength(1);
		});
	});
});
