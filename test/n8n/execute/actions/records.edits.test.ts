import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultAnswer } from '../../../../sandbox/service/faults';
import type { Service } from '../../../../sandbox/service/service';
import { inAHurry } from '../../../support/hurry';
import { execute, executeWithHints } from '../../../support/n8n';
import { errorOf, failureOf, recordsOf, wholeItem } from '../../runs';
import { byId, inWorld, jsonOf, testIn, type World } from '../../../support/world';

const CUSTOMERS = 2;
const [KEY, NAME, RANK] = ['field-21', 'field-22', 'field-23'] as const;
const MINUTE = 60_000;

/** A service that clears what an update leaves out, its clock, and 250 customers beside its own. */
const edited = async (work: (world: Edited) => Promise<void>) => {
	let time = Date.UTC(2026, 2, 2, 9);
	const now = () => new Date(time);
	await inWorld({ now, dialect: { updateBody: 'replace' }, isNew: true }, async (world) => {
		const rows = Array.from({ length: 250 }, (_, n) => ({
			values: { [KEY]: `K-${n}`, [NAME]: `Name ${n}`, [RANK]: 'Gold' },
		}));
		const first = world.service.store.addRecords(CUSTOMERS, rows);
		time += MINUTE;
		const credentials = { ...world.credentials, requestsPer100Seconds: 1_000_000 };
		await work({ ...world, credentials, idOf: (n) => first + n, pass: (ms) => void (time += ms) });
	});
};
const test = testIn(edited);

interface Edited extends World {
	readonly idOf: (n: number) => number;
	readonly pass: (ms: number) => void;
}

const valuesOf = ({ store }: Service, id: number) =>
	JSON.parse(store.records.get(CUSTOMERS, id)?.data ?? '{}') as Record<string, unknown>;

/** Somebody does something as soon as so many records of the run are updated. */
function afterUpdates({ events }: Service, count: number, act: () => void): void {
	let updates = 0;
	events.on('record', ({ action }: { action: string }) => {
		if (action === 'updated') updates += 1;
		if (updates !== count) return;
		updates = Infinity;
		act();
	});
}

const matching = (columns: string[], options: INodeParameters) =>
	recordsOf(CUSTOMERS, 'upsert', { ...wholeItem(...columns), options });
const WHOLE = { wholeRecord: true };
const NOTHING_SHOWS = expect.stringMatching(
	/^Nothing shows whether an update has cleared other fields/,
) as string;
const renamed = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { [KEY]: `K-${n}`, [NAME]: `New ${n}` } }));
const ways: Array<[string, INodeParameters, number]> = [
	['one by one', matching([KEY], WHOLE), 40],
	[
		'update',
		{
			...matching([], WHOLE),
			operation: 'update',
			recordId: byId('={{ $json.id }}'),
		},
		40,
	],
];

describe('what a person edits while a run updates records', () => {
	test.each(ways)(
		'stays: %s',
		async ({ service, credentials, idOf, pass }, _, parameters, count) => {
			const last = idOf(count - 1);
			afterUpdates(service, 15, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, last, {
					[KEY]: `K-${count - 1}`,
					[NAME]: 'x',
					[RANK]: 'Silver',
				});
			});
			const items = renamed(count).map(({ json }, n) => ({ json: { ...json, id: idOf(n) } }));
			const output = jsonOf(await execute({ parameters, items, credentials }));
			expect(output).toHaveLength(count);
			const wanted = { [KEY]: `K-${count - 1}`, [NAME]: `New ${count - 1}`, [RANK]: 'Silver' };
			expect(valuesOf(service, last)).toEqual(wanted);
			expect(valuesOf(service, idOf(0))).toMatchObject({ [NAME]: 'New 0', [RANK]: 'Gold' });
		},
	);

	test('stays where it is the key, which is sent though the item does not give it', async ({
		service,
		credentials,
		idOf,
		pass,
	}) => {
		afterUpdates(service, 5, () => {
			pass(1_000);
			service.store.updateRecord(CUSTOMERS, idOf(20), {
				[KEY]: 'NEW-20',
				[NAME]: 'Name 20',
				[RANK]: 'Gold',
			});
		});
		const items = Array.from({ length: 25 }, (_, n) => ({
			json: { [NAME]: `Name ${n}`, [RANK]: 'Bronze' },
		}));
		const parameters = matching([NAME], {});
		await execute({ parameters, items, credentials });
		expect(valuesOf(service, idOf(20))).toMatchObject({ [KEY]: 'NEW-20', [RANK]: 'Bronze' });
	});

	test('in a record that becomes another one is not undone', async ({
		service,
		credentials,
		idOf,
		pass,
	}) => {
		const other = { [KEY]: 'OTHER', [NAME]: 'Other' };
		afterUpdates(service, 5, () => {
			pass(1_000);
			service.store.updateRecord(CUSTOMERS, idOf(20), other);
		});
		const parameters = matching([KEY], WHOLE);
		const run = { parameters, items: renamed(25), credentials, continueOnFail: true };
		const output = await execute(run);
		expect(errorOf(output[20])?.message).toMatch(
			/^Record \d+ was changed during the run and no longer matches its item$/,
		);
		expect(jsonOf(output).filter(({ action }) => action === 'updated')).toHaveLength(24);
		expect(valuesOf(service, idOf(20))).toMatchObject(other);
	});
});

const three = { resource: 'record', form: byId(1), recordId: byId(3) };
const updateThree = {
	...{ ...three, operation: 'update' },
	...{ specifyRecord: 'json', recordJson: '{ "field-1": "New" }' },
};

const updatesOf = ({ log }: Service) =>
	log
		.filter(({ path }) => /records\/\d+$/.test(path))
		.map(({ method, path }) => `${method} ${path.slice(path.lastIndexOf('/') + 1)}`);

test('each record is read right before its update, if all of it is sent', async ({
	service,
	credentials,
	idOf,
}) => {
	await execute({ parameters: matching([KEY], WHOLE), items: renamed(5), credentials });
	const requests = [0, 1, 2, 3, 4].flatMap((n) => [`GET ${idOf(n)}`, `PUT ${idOf(n)}`]);
	expect(updatesOf(service)).toEqual(requests);
});

it('only the first update of a site is read before and after, and what it keeps proves the others', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		const items = [3, 4, 5].map((id) => ({ json: { id } }));
		const parameters = { ...updateThree, recordId: byId('={{ $json.id }}') };
		await execute({ parameters, items, credentials });
		await execute({ parameters, items: items.slice(0, 1), credentials });
		const wanted = ['GET 3', 'PUT 3', 'GET 3', 'PUT 4', 'PUT 5', 'PUT 3'];
		expect(updatesOf(service)).toEqual(wanted);
	});
});

test('what an update leaves out and the service clears is put back, and no other is sent until all is', async ({
	service,
	credentials,
	idOf,
}) => {
	const run = { items: renamed(3), credentials, continueOnFail: true };
	const before = valuesOf(service, idOf(0));
	const parameters = matching([KEY], {});
	const messages = (await execute({ ...run, parameters })).map((item) => errorOf(item)?.message);
	expect(messages).toEqual([
		expect.stringMatching(
			/^The service cleared fields .*: 'Rank' \(field-23\)\. They were written/,
		),
		expect.stringMatching(/^The service clears fields/),
		expect.stringMatching(/^The service clears fields/),
	]);
	expect(valuesOf(service, idOf(0))).toEqual(before);
	const tried = ['GET', 'PUT', 'GET', 'PUT', 'GET'].map((method) => `${method} ${idOf(0)}`);
	expect(updatesOf(service)).toEqual(tried);
	await execute({ ...run, parameters });
	expect(updatesOf(service)).toEqual(tried);
	await execute({ ...run, parameters: matching([KEY], WHOLE) });
	expect(valuesOf(service, idOf(2))).toMatchObject({ [NAME]: 'New 2', [RANK]: 'Gold' });
});

describe('a record that is shown as it was', () => {
	const shownLate = async ({ service, credentials }: World, times: number) => {
		const get = { ...three, operation: 'get', simplify: false };
		const [record] = jsonOf(await execute({ parameters: get, credentials }));
		// A site may sign the addresses in each reply.
		const body = { ...record, accessUrl: 'https://site.example/3?signature=2' };
		service.log.length = 0;
		service.faults.add({
			method: 'GET',
			path: /records.3$/,
			nth: 2,
			times,
			answer: { status: 200, body },
		});
	};

	it('is read again after a while, and so shows what an update does to other values', async () => {
		await inWorld({ isNew: true }, async (world) => {
			await shownLate(world, 1);
			const run = { parameters: updateThree, credentials: world.credentials };
			await inAHurry(async () => void (await execute(run)));
			await execute(run);
			expect(updatesOf(world.service)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'GET 3', 'PUT 3']);
		});
	});

	it('proves nothing, so the run updates no other record', async () => {
		await inWorld({ isNew: true }, async (world) => {
			await shownLate(world, Infinity);
			const parameters = { ...updateThree, recordId: byId('={{ $json.id }}') };
			const items = [3, 4].map((id) => ({ json: { id } }));
			const run = { parameters, items, credentials: world.credentials, continueOnFail: true };
			const output = await inAHurry(() => execute(run));
			expect(output.map((item) => [errorOf(item)?.outcome, errorOf(item)?.message])).toEqual([
				['unknown', expect.stringMatching(/^The record does not show the update yet/)],
				['not sent', expect.stringMatching(/^The service may clear fields/)],
			]);
			expect(updatesOf(world.service)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'GET 3']);
		});
	});

	it('proves nothing if it had what was sent, and the next one is read as well', async () => {
		await inWorld({ isNew: true }, async (world) => {
			const run = { parameters: updateThree, credentials: world.credentials };
			world.service.store.updateRecord(1, 3, { 'field-1': 'New' } as never);
			await shownLate(world, Infinity);
			await execute(run);
			await execute(run);
			const read = ['GET 3', 'PUT 3', 'GET 3'];
			expect(updatesOf(world.service)).toEqual([...read, ...read]);
		});
	});
});

test('records without other values are read until one shows what an update does to them', async (world) => {
	const { service, credentials, idOf } = world;
	for (const n of [0, 1, 2, 3])
		service.store.updateRecord(CUSTOMERS, idOf(n), { [RANK]: '' } as never);
	service.log.length = 0;
	const run = { items: renamed(5), credentials, continueOnFail: true };
	const output = await execute({ ...run, parameters: matching([KEY], {}) });
	expect(output.map((item) => errorOf(item)?.message ?? 'saved')).toEqual([
		...['saved', 'saved', 'saved', 'saved'],
		expect.stringMatching(/^The service cleared fields .*'Rank'/),
	]);
});

it('an update is saved although nothing tells what other fields the form has', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		service.faults.add({ path: /fields$/, answer: { status: 403 } });
		const output = await execute({ parameters: updateThree, credentials });
		expect(jsonOf(output)).toEqual([expect.objectContaining({ success: true })]);
		expect(updatesOf(service)).toEqual(['GET 3', 'PUT 3']);
	});
});

test('a hint says that nothing shows what an update did to other fields', async ({
	service,
	credentials,
	idOf,
}) => {
	service.faults.add({
		path: RegExp(`records/${idOf(0)}$`),
		nth: 3,
		times: 2,
		answer: { status: 403 },
	});
	const run = { parameters: matching([KEY], {}), items: renamed(1), credentials };
	const { hints } = await executeWithHints(run);
	expect(hints).toEqual([expect.objectContaining({ message: NOTHING_SHOWS })]);
});

it.each<[string, FaultAnswer, number]>([
	['that the service reports as failed', { status: 502, takesEffect: true }, 4],
	['whose response is lost', { drop: 'after' }, 4],
	[
		'with errors in a successful response',
		{ status: 200, body: { errors: {} }, takesEffect: true },
		1,
	],
])('an update %s is undone if it has cleared other fields', async (_, answer, times) => {
	await edited(async ({ service, credentials, idOf }) => {
		const before = valuesOf(service, idOf(0));
		service.faults.add({ method: 'PUT', times, answer });
		const run = { parameters: matching([KEY], {}), items: renamed(1), credentials };
		const [output] = await inAHurry(() => execute({ ...run, continueOnFail: true }));
		expect(errorOf(output)?.message).toMatch(
			/^The service cleared fields .* They were written back/,
		);
		expect(valuesOf(service, idOf(0))).toEqual(before);
	});
});

test('the error of an update that may be saved later says what else it may do', async ({
	service,
	credentials,
}) => {
	service.faults.add({ method: 'PUT', times: 4, answer: { status: 502 } });
	const run = { parameters: matching([KEY], {}), items: renamed(1), credentials };
	const { description } = await failureOf(inAHurry(() => execute(run)));
	expect(description).toMatch(/may have been saved.* Nothing shows whether an update has cleared/);
});

test('after an update that failed, the edit of another person is not undone', async ({
	service,
	credentials,
	idOf,
}) => {
	const theirs = { [KEY]: 'K-0', [NAME]: 'Name 0' };
	const edit = () =>
		service.store.updateRecord(CUSTOMERS, idOf(0), { ...theirs, [RANK]: '' } as never);
	service.faults.add({ method: 'PUT', times: 4, answer: { status: 502 } });
	service.faults.add({ method: 'GET', path: /records.\d+$/, nth: 2, answer: { meanwhile: edit } });
	const update = { ...matching([], {}), operation: 'update', recordId: byId(idOf(0)) };
	const items = [{ json: { [NAME]: 'New' } }];
	await failureOf(inAHurry(() => execute({ parameters: update, items, credentials })));
	expect(valuesOf(service, idOf(0))).toEqual(theirs);
});

it('an update that changes nothing is saved at once at a site that makes updates later', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		service.store.updateRecord(1, 3, { 'field-1': 'New', 'field-2': 'Other' } as never);
		service.faults.add({ method: 'PUT', answer: { status: 202, body: {} } });
		await inAHurry(async ({ waited }) => {
			const run = { parameters: updateThree, credentials };
			const { hints } = await executeWithHints(run);
			expect(hints).toContainEqual(expect.objectContaining({ message: NOTHING_SHOWS }));
			expect(waited()).toBeLessThan(1_000);
		});
	});
});

it('an update is not sent if its record cannot be read now', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		service.faults.add({ method: 'GET', path: /records.3$/, times: 99, answer: { status: 503 } });
		await failureOf(inAHurry(() => execute({ parameters: updateThree, credentials })));
		expect(updatesOf(service)).not.toContain('PUT 3');
	});
});

it.each<FaultAnswer>([
	{ status: 400 },
	{ status: 403 },
	{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' },
])(
	'a hint says that a record cannot be read, and its update may have cleared other fields: %j',
	async (answer) => {
		await inWorld({ isNew: true }, async ({ service, credentials }) => {
			service.faults.add({ method: 'GET', path: /records.3$/, times: 2, answer });
			const { hints } = await executeWithHints({ parameters: updateThree, credentials });
			expect(hints).toContainEqual(expect.objectContaining({ message: NOTHING_SHOWS }));
		});
	},
);

test('the edit of another person does not count as an update that shows', async ({
	service,
	credentials,
	idOf,
}) => {
	const id = idOf(0);
	const old = valuesOf(service, id);
	const edit = () =>
		service.store.updateRecord(CUSTOMERS, id, { ...old, 'field-26': 'x' } as never);
	service.faults.add({ method: 'PUT', answer: { status: 202, body: {} } });
	service.faults.add({
		method: 'GET',
		path: RegExp(`records/${id}$`),
		nth: 2,
		answer: { meanwhile: edit },
	});
	const run = { parameters: matching([KEY], {}), items: renamed(1), credentials };
	const { hints } = await inAHurry(() => executeWithHints(run));
	expect(hints).toContainEqual(expect.objectContaining({ message: NOTHING_SHOWS }));
});

test('values that cannot be put back leave the outcome unknown', async ({
	service,
	credentials,
}) => {
	service.faults.add({ method: 'PUT', nth: 2, times: 9, answer: { status: 400 } });
	const run = { parameters: matching([KEY], {}), items: renamed(1), credentials };
	const [output] = await execute({ ...run, continueOnFail: true });
	expect(errorOf(output)).toMatchObject({
		outcome: 'unknown',
		message: expect.stringMatching(/cleared Rank \(field-23\), and they could not be written back/),
	});
});

describe('what an update has cleared is put back', () => {
	const update = (idOf: (n: number) => number): INodeParameters =>
		recordsOf(CUSTOMERS, 'update', { ...wholeItem(), recordId: byId(idOf(1)) });
	const item = { json: { [KEY]: 'K-1', [NAME]: 'New' } };
	const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' };
	const odd: ReadonlyArray<readonly [string, number, FaultAnswer]> = [
		['a 404 before', 1, { status: 404 }],
		['a page before', 1, page],
		['a 404 after', 2, { status: 404 }],
		['a page after', 2, page],
		['a 401 after', 2, { status: 401 }],
	];

	test.each(odd)('although a read fails once: %s', async (world, _, nth, answer) => {
		const { service, credentials, idOf } = world;
		service.faults.add({ method: 'GET', path: /records.\d+$/, nth, answer });
		const run = { parameters: update(idOf), items: [item], credentials };
		expect((await failureOf(execute(run))).message).toMatch(/^The service cleared fields /);
		expect(valuesOf(service, idOf(1))).toMatchObject({ [NAME]: 'Name 1', [RANK]: 'Gold' });
	});

	it('although the form has files, which the API cannot write', async () => {
		const dialect = { updateBody: 'replace', fileFields: 'objects' } as const;
		await inWorld({ dialect, isNew: true }, async ({ service, credentials }) => {
			const before = valuesOf(service, 1);
			const parameters = recordsOf(CUSTOMERS, 'update', { ...wholeItem(), recordId: byId(1) });
			const items = [{ json: { [KEY]: String(before[KEY]), [NAME]: 'New' } }];
			await failureOf(execute({ parameters, items, credentials }));
			expect(valuesOf(service, 1)[RANK]).toEqual(before[RANK]);
			expect(before[RANK]).toBeTruthy();
		});
	});
});
