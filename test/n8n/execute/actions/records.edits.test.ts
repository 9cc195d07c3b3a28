import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultAnswer } from '../../../../sandbox/service/faults';
import type { Service } from '../../../../sandbox/service/service';
import { allInAHurry, inAHurry } from '../../../support/hurry';
import { executeWithHints } from '../../../support/n8n';
import { byHand, errorOf, failureOf, recordsOf, wholeItem } from '../../runs';
import { byId, inWorld, jsonOf, testIn, type World } from '../../../support/world';

const CUSTOMERS = 2;
const [KEY, NAME, RANK] = ['field-21', 'field-22', 'field-23'] as const;

allInAHurry();

/** A service that clears what an update leaves out, its clock, and 250 customers beside its own. */
const test = testIn<Edited>(async (work) => {
	let time = Date.UTC(2026, 2, 2, 9);
	const now = () => new Date(time);
	await inWorld({ now, dialect: { updateBody: 'replace' }, isNew: true }, async (world) => {
		const rows = Array.from({ length: 250 }, (_, n) => ({
			values: { [KEY]: `K-${n}`, [NAME]: `Name ${n}`, [RANK]: 'Gold' },
		}));
		const first = world.service.store.addRecords(CUSTOMERS, rows);
		time += 60_000;
		const credentials = { ...world.credentials, requestsPer100Seconds: 1_000_000 };
		await work({ ...world, credentials, idOf: (n) => first + n, pass: (ms) => void (time += ms) });
	});
});
/** A service that keeps what an update leaves out, which nobody knows yet. */
const newSite = testIn<World>((work) => inWorld({ isNew: true }, work));

interface Edited extends World {
	readonly idOf: (n: number) => number;
	readonly pass: (ms: number) => void;
}

const valuesOf = ({ store }: Service, id: number, form = CUSTOMERS) =>
	JSON.parse(store.records.get(form, id)?.data ?? '{}') as Record<string, unknown>;

/** Somebody changes the record of an item as soon as so many records of the run are updated. */
function editAfter(count: number, { service, idOf, pass }: Edited, n: number, values: object) {
	let updates = 0;
	service.events.on('record', ({ action }: { action: string }) => {
		if (action === 'updated') updates += 1;
		if (updates !== count) return;
		updates = Infinity;
		pass(1_000);
		service.store.updateRecord(CUSTOMERS, idOf(n), values as never);
	});
}

const matching = (columns: string[] = [KEY], options: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, 'upsert', { ...wholeItem(...columns), options });
const updating = (recordId: number | string) =>
	recordsOf(CUSTOMERS, 'update', { ...wholeItem(), recordId: byId(recordId) });
const WHOLE = { wholeRecord: true };
const ORDER = {
	...{ 'field-41': 'PO-1', 'field-42': 'Acme', 'field-43': 5 },
	...{ 'field-44': '2026-01-02 09:00:00', 'field-45': 'Paid' },
};
const NOTHING_SHOWS: unknown = expect.stringMatching(
	/^Nothing shows whether an update has cleared other fields/,
);
const renamed = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { [KEY]: `K-${n}`, [NAME]: `New ${n}` } }));

/** By default, a run that continues, and updates one customer. */
const run = async (
	{ credentials }: World,
	parameters: INodeParameters = matching(),
	items: INodeExecutionData[] = renamed(1),
	continueOnFail = true,
) => {
	const result = await executeWithHints({ parameters, items, credentials, continueOnFail });
	return { ...result, errors: result.items.map(errorOf) };
};

/** The hints of a run that must succeed. */
const hintsOf = async (world: World, parameters = matching()) =>
	(await run(world, parameters, renamed(1), false)).hints.map(({ message }) => message);

describe('what a person edits while a run updates records', () => {
	const silver = { [KEY]: 'K-39', [NAME]: 'x', [RANK]: 'Silver' };

	test.each<[string, INodeParameters]>([
		['one by one', matching([KEY], WHOLE)],
		['update', { ...updating('={{ $json.id }}'), options: WHOLE }],
	])('stays: %s', async (world, _, parameters) => {
		const { service, idOf } = world;
		editAfter(15, world, 39, silver);
		const items = renamed(40).map(({ json }, n) => ({ json: { ...json, id: idOf(n) } }));
		const { errors } = await run(world, parameters, items);
		expect(errors).toEqual(items.map(() => undefined));
		expect(valuesOf(service, idOf(39))).toEqual({ ...silver, [NAME]: 'New 39' });
		expect(valuesOf(service, idOf(0))).toMatchObject({ [NAME]: 'New 0', [RANK]: 'Gold' });
	});

	test('stays where it is the key, which is sent though the item does not give it', async (world) => {
		const theirs = { [KEY]: 'NEW-20', [NAME]: 'Name 20', [RANK]: 'Gold' };
		editAfter(5, world, 20, theirs);
		const items = renamed(25).map((_, n) => ({ json: { [NAME]: `Name ${n}`, [RANK]: 'Bronze' } }));
		await run(world, matching([NAME]), items);
		expect(valuesOf(world.service, world.idOf(20))).toEqual({ ...theirs, [RANK]: 'Bronze' });
	});

	test('in a record that becomes another one is not undone', async (world) => {
		const other = { [KEY]: 'OTHER', [NAME]: 'Other' };
		editAfter(5, world, 20, other);
		const { items, errors } = await run(world, matching([KEY], WHOLE), renamed(25));
		expect(errors[20]?.message).toMatch(
			/^Record \d+ was changed during the run and no longer matches its item$/,
		);
		expect(jsonOf(items).filter(({ action }) => action === 'updated')).toHaveLength(24);
		expect(valuesOf(world.service, world.idOf(20))).toMatchObject(other);
	});
});

const three = { resource: 'record', form: byId(1), recordId: byId(3) };
const updateThree = {
	...{ ...three, operation: 'update' },
	...{ specifyRecord: 'json', recordJson: '{ "field-1": "New" }' },
};
const updateEach = { ...updateThree, recordId: byId('={{ $json.id }}') };
const withIds = (...ids: number[]) => ids.map((id) => ({ json: { id } }));

const updatesOf = ({ service: { log } }: World) =>
	log
		.filter(({ path }) => /records\/\d+$/.test(path))
		.map(({ method, path }) => `${method} ${path.slice(path.lastIndexOf('/') + 1)}`);

test('each record is read right before its update, if all of it is sent', async (world) => {
	await run(world, matching([KEY], WHOLE), renamed(3));
	const [first, ...others] = [0, 1, 2].map((n) => [`GET ${world.idOf(n)}`, `PUT ${world.idOf(n)}`]);
	expect(updatesOf(world)).toEqual([...first!, first![0], ...others.flat()]);
});

newSite(
	'a time that an update does not change goes back as the service spells it',
	async (world) => {
		const spelled = String(valuesOf(world.service, 3, 4)['field-44']);
		const given = byHand({ 'field-42': 'x', 'field-44': spelled.replace(' ', 'T') });
		await run(world, { ...leavingNothing, ...given, options: WHOLE });
		const [sent] = world.service.log.filter(({ method }) => method === 'PUT');
		expect(sent?.body).toMatchObject({ record: { 'field-42': 'x', 'field-44': spelled } });
	},
);

newSite(
	'what an update sends back and the service drops is named, with its value',
	async (world) => {
		const { store, faults } = world.service;
		store.updateRecord(1, 3, { 'field-7': ['Chat'] } as never);
		const meanwhile = () => store.updateRecord(1, 3, { 'field-7': [] } as never);
		faults.add({ method: 'GET', path: /records.3$/, nth: 2, answer: { meanwhile } });
		const { items, hints } = await run(world, { ...updateThree, options: WHOLE });
		expect(jsonOf(items)).toMatchObject([{ success: true }]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/has not kept all values .* unchanged: field-7: \["Chat"\]\. If no/),
		]);
	},
);

newSite(
	'only the first update of a site is read before and after, and what it keeps proves the others',
	async (world) => {
		await run(world, updateEach, withIds(3, 4, 5), false);
		await run(world, updateEach, withIds(3), false);
		expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'PUT 4', 'PUT 5', 'PUT 3']);
	},
);

const leavingNothing = recordsOf(4, 'update', { recordId: byId(3), ...byHand(ORDER) });
newSite.each<[string, INodeParameters, string[], FaultAnswer?]>([
	['that leaves nothing out', leavingNothing, ['PUT 3']],
	['that is rejected', updateThree, ['GET 3', 'PUT 3'], { status: 400 }],
])('an update %s is not followed by a read', async (world, _, parameters, sent, answer) => {
	if (answer) world.service.faults.add({ method: 'PUT', answer });
	await run(world, parameters);
	expect(updatesOf(world)).toEqual(sent);
});

newSite(
	'an update that the service does not show, but for its time, proves what it does to other values',
	async (world) => {
		const { faults, store } = world.service;
		const touched = ({ records }: Service['store']) =>
			store.updateRecord(1, 3, {}, { updatedAt: records.get(1, 3)!.updatedAt.replace('20', '21') });
		faults.add({ method: 'PUT', answer: { status: 200, body: {} } });
		faults.add({ method: 'GET', path: /records.3$/, nth: 2, answer: { meanwhile: touched } });
		for (const _ of [1, 2]) await hintsOf(world, updateThree);
		expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'PUT 3']);
	},
);

test('an update of equal values clears nothing, whenever it takes effect', async (world) => {
	const { service, idOf } = world;
	const before = valuesOf(service, idOf(0));
	const { errors } = await run(world, updating(idOf(0)), [{ json: { [NAME]: 'Name 0' } }]);
	expect(errors).toEqual([]);
	expect(valuesOf(service, idOf(0))).toEqual(before);
	expect(updatesOf(world)).toEqual([`GET ${idOf(0)}`, `PUT ${idOf(0)}`]);
});

newSite('an update of equal values is sent alone if not all values are accepted', async (world) => {
	const { faults, store } = world.service;
	const updatedAt = '2026-01-01 00:00:00';
	store.updateRecord(1, 3, { 'field-1': 'New' } as never, { updatedAt });
	faults.add({ method: 'PUT', answer: { status: 400 } });
	expect(jsonOf((await run(world, updateThree)).items)).toMatchObject([{ success: true }]);
	const sizes = world.service.log.flatMap(({ method, body }) =>
		method === 'PUT' ? Object.keys((body as { record: object }).record).length : [],
	);
	expect(sizes).toEqual([expect.any(Number), 1]);
	expect(sizes[0]).toBeGreaterThan(1);
});

test('what an update leaves out and the service clears is put back, and no other is sent until all is', async (world) => {
	const { service, idOf } = world;
	const before = valuesOf(service, idOf(0));
	const { errors } = await run(world, matching(), renamed(3));
	const undone =
		'The service cleared or reset fields that the update did not contain: Rank (field-23).';
	expect(errors.map((error) => [error?.outcome, error?.message.split(' They')[0]])).toEqual([
		['failed', undone],
		['not sent', undone],
		['not sent', undone],
	]);
	expect(valuesOf(service, idOf(0))).toEqual(before);
	const tried = ['GET', 'PUT', 'GET', 'PUT', 'GET'].map((method) => `${method} ${idOf(0)}`);
	expect(updatesOf(world)).toEqual(tried);
	await run(world, matching(), renamed(3));
	expect(updatesOf(world)).toEqual(tried);
	await run(world, matching([KEY], WHOLE), renamed(3));
	expect(valuesOf(service, idOf(2))).toMatchObject({ [NAME]: 'New 2', [RANK]: 'Gold' });
});

describe('an import with record IDs', () => {
	const importing = recordsOf(CUSTOMERS, 'import', {
		...wholeItem(),
		options: { recordId: '={{ $json.id }}' },
	});
	const items = (...ids: Array<number | undefined>) =>
		ids.map((id, n) => ({ json: { id, [KEY]: `${id ?? 'N'}-${n}`, [NAME]: `New ${n}` } }));
	/** The reads of records, and the IDs that each import names. */
	const requestsOf = ({ service: { log } }: World) =>
		log.flatMap<unknown>(({ method, path, body }) => {
			if (path.endsWith('/import'))
				return [
					(body as { records: Array<{ recordId?: unknown }> }).records.map((one) => one.recordId),
				];
			return /records\/\d+$/.test(path)
				? [`${method} ${path.slice(path.lastIndexOf('/') + 1)}`]
				: [];
		});

	newSite('sends the first alone until it has shown that the others stay', async (world) => {
		await run(world, updateThree, undefined, false);
		world.service.log.length = 0;
		await run(world, importing, items(undefined, 2, 3, 4), false);
		const first = [[undefined], 'GET 2', [2], 'GET 2'];
		expect(requestsOf(world)).toEqual([...first, [3, 4]]);
		await run(world, importing, items(2, undefined), false);
		expect(requestsOf(world).at(-1)).toEqual([2, undefined]);
	});

	test('is undone where it clears, and ends there', async (world) => {
		const { service, idOf } = world;
		const before = valuesOf(service, idOf(0));
		const { errors } = await run(world, importing, items(idOf(0), idOf(1), undefined));
		const undone = expect.stringMatching(/^The service cleared or reset/) as unknown;
		expect(errors.map((error) => error?.message)).toEqual([undone, undone, undone]);
		expect([0, 1].map((n) => valuesOf(service, idOf(n)))).toEqual([
			before,
			expect.objectContaining({ [NAME]: 'Name 1' }),
		]);
		const { errors: later } = await run(world, updating(idOf(1)), renamed(1));
		expect(later[0]?.message).toMatch(/^The service clears fields/);
	});

	const creating = testIn<World>((work) =>
		inWorld({ isNew: true, dialect: { importRecords: 'alwaysCreates' } }, work),
	);
	creating('ends at the first that creates another record', async (world) => {
		const { errors } = await run(world, importing, items(2, 3));
		expect(errors.map((error) => error?.message)).toEqual([
			expect.stringMatching(
				/ does not show the new values yet\..* or may have created another record$/,
			),
			expect.stringMatching(/^The record does not show/),
		]);
		expect(requestsOf(world)).toEqual(['GET 2', [2], 'GET 2', 'GET 2']);
	});

	newSite('is sent as it is if it leaves nothing out', async (world) => {
		const options = { recordId: '={{ $itemIndex + 1 }}' };
		const orders = renamed(3).map(({ json }) => ({ json }));
		await run(world, recordsOf(4, 'import', { ...byHand(ORDER), options }), orders, false);
		expect(requestsOf(world)).toEqual([[1, 2, 3]]);
	});
});

newSite('that single values stay proves nothing about lists', async (world) => {
	const { store, faults } = world.service;
	const emptied = { 'field-7': [] } as never;
	store.updateRecord(1, 3, { 'field-3': [], 'field-4': [], 'field-5': [], 'field-7': [] } as never);
	store.updateRecord(1, 4, { 'field-7': ['Chat'] } as never);
	const meanwhile = () => store.updateRecord(1, 4, emptied);
	faults.add({ method: 'PUT', path: /records.4$/, times: 2, answer: { meanwhile } });
	const { errors } = await run(world, updateEach, withIds(3, 4));
	expect(errors.map((error) => error?.message)).toEqual([
		undefined,
		expect.stringMatching(/^The service cleared or reset fields .*: field-7\./),
	]);
	expect(valuesOf(world.service, 4, 1)['field-7']).toEqual(['Chat']);
});

newSite('only what an update has cleared is named', async (world) => {
	const { faults } = world.service;
	const before = valuesOf(world.service, 3, 1)['field-2'];
	const meanwhile = (store: Service['store']) =>
		store.updateRecord(1, 3, { 'field-2': '' } as never);
	faults.add({ method: 'GET', path: /records.3$/, nth: 2, answer: { meanwhile } });
	const { errors } = await run(world, updateThree);
	expect(errors[0]?.message).toMatch(/ did not contain: field-2\. They were/);
	expect(before).toBeTruthy();
	expect(valuesOf(world.service, 3, 1)['field-2']).toBe(before);
});

describe('a record that is shown as it was', () => {
	const shownLate = async (world: World, times: number) => {
		const { items } = await run(world, { ...three, operation: 'get', simplify: false });
		// A site may sign the addresses in each reply.
		const body = { ...items[0]?.json, accessUrl: 'https://site.example/3?signature=2' };
		const answer = { status: 200, body };
		world.service.log.length = 0;
		world.service.faults.add({ method: 'GET', path: /records.3$/, nth: 2, times, answer });
	};

	newSite(
		'is read again after a while, and so shows what an update does to other values',
		async (world) => {
			await shownLate(world, 1);
			for (const _ of [1, 2]) await hintsOf(world, updateThree);
			expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'GET 3', 'PUT 3']);
		},
	);

	newSite('proves nothing, so the run updates no other record', async (world) => {
		await shownLate(world, Infinity);
		const { errors } = await run(world, updateEach, withIds(3, 4));
		expect(errors.map((error) => [error?.outcome, error?.message])).toEqual([
			['unknown', expect.stringMatching(/^The record does not show the new values yet/)],
			['not sent', expect.stringMatching(/^The record does not show the new values yet/)],
		]);
		expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'GET 3']);
	});

	newSite(
		'proves nothing if it had what was sent, and the next one is read as well',
		async (world) => {
			world.service.store.updateRecord(1, 3, { 'field-1': 'New' } as never);
			await shownLate(world, Infinity);
			for (const _ of [1, 2])
				expect(await hintsOf(world, updateThree)).not.toContainEqual(NOTHING_SHOWS);
			expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3', 'GET 3', 'PUT 3']);
		},
	);
});

test('records without other values are not read again until one shows what an update does to them', async (world) => {
	const { service, idOf } = world;
	for (const n of [0, 1]) service.store.updateRecord(CUSTOMERS, idOf(n), { [RANK]: '' } as never);
	const { errors } = await run(world, matching(), renamed(3));
	const sent = ['GET 0', 'PUT 0', 'GET 1', 'PUT 1', 'GET 2', 'PUT 2', 'GET 2', 'PUT 2', 'GET 2'];
	expect(updatesOf(world)).toEqual(
		sent.map((one) => `${one.slice(0, 4)}${idOf(Number(one.slice(4)))}`),
	);
	expect(errors.map((error) => error?.message ?? 'saved')).toEqual([
		...['saved', 'saved'],
		expect.stringMatching(/^The service cleared or reset fields .*Rank/),
	]);
});

newSite(
	'an update is saved although nothing tells what other fields the form has',
	async (world) => {
		world.service.faults.add({ path: /fields$/, answer: { status: 403 } });
		const { items } = await run(world, updateThree);
		expect(jsonOf(items)).toEqual([expect.objectContaining({ success: true })]);
		expect(updatesOf(world)).toEqual(['GET 3', 'PUT 3']);
	},
);

test.each<[string, FaultAnswer, number]>([
	['that the service reports as failed', { status: 502, takesEffect: true }, 4],
	['whose response is lost', { drop: 'after' }, 4],
	[
		'with errors in a successful response',
		{ status: 200, body: { errors: {} }, takesEffect: true },
		1,
	],
])('an update %s is undone if it has cleared other fields', async (world, _, answer, times) => {
	const { service, idOf } = world;
	const before = valuesOf(service, idOf(0));
	service.faults.add({ method: 'PUT', times, answer });
	const { errors } = await run(world);
	expect(errors[0]?.message).toMatch(
		/^The service cleared or reset fields .* They were written back/,
	);
	expect(valuesOf(service, idOf(0))).toEqual(before);
});

test('the error of an update that may be saved later says what else it may do', async (world) => {
	world.service.faults.add({ method: 'PUT', times: 4, answer: { status: 502 } });
	expect((await failureOf(hintsOf(world))).description).toMatch(
		/may have been saved.* Nothing shows whether an update has cleared/,
	);
});

test('after an update that failed, the edit of another person is not undone', async (world) => {
	const { service, idOf } = world;
	const theirs = { [KEY]: 'K-0', [NAME]: 'Name 0' };
	const meanwhile = () =>
		service.store.updateRecord(CUSTOMERS, idOf(0), { ...theirs, [RANK]: '' } as never);
	service.faults.add({ method: 'PUT', times: 4, answer: { status: 502 } });
	service.faults.add({ method: 'GET', path: /records.\d+$/, nth: 2, answer: { meanwhile } });
	const { errors } = await run(world, updating(idOf(0)), [{ json: { [NAME]: 'New' } }]);
	expect(errors).toEqual([expect.anything()]);
	expect(valuesOf(service, idOf(0))).toEqual(theirs);
});

newSite(
	'an update that changes nothing is saved at once, without a hint, at a site that makes updates later',
	async (world) => {
		const { store, faults } = world.service;
		store.updateRecord(1, 3, { 'field-1': 'New', 'field-2': 'Other' } as never);
		faults.add({ method: 'PUT', answer: { status: 202, body: {} } });
		await inAHurry(async ({ waited }) => {
			expect(await hintsOf(world, updateThree)).not.toContainEqual(NOTHING_SHOWS);
			expect(waited()).toBeLessThan(1_000);
		});
	},
);

const wholeThree = { ...updating(3), form: byId(1), ...byHand({ 'field-1': 'A' }), options: WHOLE };
newSite.each<[string, number, string, INodeParameters]>([
	['now', 503, 'Error', updateThree],
	['and all of it is to be sent', 403, 'Access Denied', wholeThree],
])('an update is not sent if its record cannot be read %s', async (world, _, status, ...row) => {
	const [message, parameters] = row;
	const answer = { status };
	world.service.faults.add({ method: 'GET', path: /records.3$/, times: 99, answer });
	expect((await run(world, parameters)).errors).toMatchObject([{ message }]);
	expect(updatesOf(world)).not.toContain('PUT 3');
});

const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' };

newSite.each<[string, number, FaultAnswer]>([
	['before, with 400', 1, { status: 400 }],
	['before, with 403', 1, { status: 403 }],
	['before, with a page', 1, page],
	['after, with 403', 2, { status: 403 }],
])(
	'a hint says that nothing shows what an update did to other fields, if its record cannot be read %s',
	async (world, _, nth, answer) => {
		world.service.faults.add({ method: 'GET', path: /records.3$/, nth, times: 2, answer });
		expect(await hintsOf(world, updateThree)).toContainEqual(NOTHING_SHOWS);
	},
);

test('the edit of another person does not count as an update that shows', async (world) => {
	const { service, idOf } = world;
	const id = idOf(0);
	const edited = { ...valuesOf(service, id), 'field-26': 'x' };
	const meanwhile = () => service.store.updateRecord(CUSTOMERS, id, edited as never);
	service.faults.add({ method: 'PUT', answer: { status: 202, body: {} } });
	service.faults.add({ method: 'GET', path: /records.\d+$/, nth: 2, answer: { meanwhile } });
	const { hints } = await run(world, matching(), renamed(1), false);
	expect(hints[0]).toMatchObject({ message: NOTHING_SHOWS, type: 'warning' });
});

test.each<[string, FaultAnswer]>([
	[': Bad Request', { status: 400 }],
	['', { status: 200, body: {} }],
])('values that cannot be put back leave the outcome unknown%s', async (world, cause, answer) => {
	world.service.faults.add({ method: 'PUT', nth: 2, times: 9, answer });
	expect((await run(world)).errors[0]).toMatchObject({
		outcome: 'unknown',
		message: `The update has cleared Rank (field-23): "Gold", and they could not be written back${cause}`,
	});
});

test.each<[string, number, FaultAnswer, number?]>([
	['a 404 before', 1, { status: 404 }],
	['a page before', 1, page],
	['a 404 after', 2, { status: 404 }],
	['a page after', 2, page],
	['a 401 after', 2, { status: 401 }],
	['all that would show it', 3, { status: 404 }, 9],
])(
	'what an update has cleared is put back although a read fails: %s',
	async (world, _, nth, answer, times = 1) => {
		const { service, idOf } = world;
		service.faults.add({ method: 'GET', path: /records.\d+$/, nth, times, answer });
		const { errors } = await run(world, updating(idOf(0)));
		expect(errors[0]?.message).toMatch(/^The service cleared or reset fields /);
		expect(valuesOf(service, idOf(0))).toMatchObject({ [NAME]: 'Name 0', [RANK]: 'Gold' });
	},
);

it('what an update has cleared is put back although users are written in one way only', async () => {
	const dialect = { updateBody: 'replace', selections: 'codes' } as const;
	await inWorld({ dialect, isNew: true }, async (world) => {
		const before = valuesOf(world.service, 3, 1);
		const { errors } = await run(world, updateThree);
		expect(errors[0]?.message).toMatch(/ They were written back/);
		expect(valuesOf(world.service, 3, 1)).toEqual(before);
		expect(before['field-3']).toBeTruthy();
	});
});

it('what an update has cleared is put back although the form has files, which the API cannot write', async () => {
	const dialect = { updateBody: 'replace', fileFields: 'objects' } as const;
	await inWorld({ dialect, isNew: true }, async (world) => {
		const before = valuesOf(world.service, 1);
		const items = [{ json: { [KEY]: String(before[KEY]), [NAME]: 'New' } }];
		expect((await run(world, updating(1), items)).errors).toEqual([expect.anything()]);
		expect(valuesOf(world.service, 1)[RANK]).toEqual(before[RANK]);
		expect(before[RANK]).toBeTruthy();
	});
});
