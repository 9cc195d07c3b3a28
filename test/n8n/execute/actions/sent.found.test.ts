import { Failure } from '../../../../nodes/RecordsDirectory/core/request/failure';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';
import {
	sendEntries,
	type SentEntry,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/sent';
import { allInAHurry } from '../../../support/hurry';
import type { Job } from '../../../../nodes/RecordsDirectory/n8n/execute/job';
import { inWorld, sentTo, testIn, type World } from '../../../support/world';
import { jobFor } from '../jobs';
import { customer, CUSTOMERS } from './customers';

const RECORDS = `/api/apps/${CUSTOMERS}/records`;
const toSend = (record: JsonObject): SentEntry => ({
	subject: 0,
	path: RECORDS,
	body: { record },
	form: CUSTOMERS,
	isNew: true,
	findsNew: true,
	rowsFrom: () => [{ success: true }],
});
/** A service, and an execution of one operation there. */
interface AtWork extends World {
	readonly job: Job;
}
const atWork = async (
	work: (at: AtWork) => Promise<void>,
	{ pageCap = 1_000, resource = 'record' },
) =>
	await inWorld({ dialect: { pageCap } }, async (world) => {
		const credentials = { ...world.credentials, requestsPer100Seconds: 1_000_000 };
		const job = await jobFor({ parameters: { resource, operation: 'create' }, credentials });
		await work({ ...world, job });
	});
const test = testIn<AtWork>((work) => atWork(work, {}));
const pathsOf = ({ service }: AtWork) => sentTo(service).map(({ path }) => path);
const listsOf = (at: AtWork) => pathsOf(at).filter((path) => path === RECORDS);
const create = ({ service }: AtWork, n: number) =>
	service.store.createRecord(CUSTOMERS, customer(n).json as never).recordId;

const broken = new Failure({ kind: 'network', message: 'Broken', ambiguous: true });

/** Sends entries in a request that has this result; only what is sent after it is logged. */
const sent = async (
	{ job, service }: AtWork,
	all: readonly SentEntry[],
	request: () => unknown,
): Promise<unknown> => {
	const sending = sendEntries(job, all, async () => {
		const result = request();
		service.log.length = 0;
		if (result instanceof Error) throw result;
		return { statusCode: 201, headers: {}, body: undefined };
	});
	return await sending.catch((error: unknown) => error);
};
const fatesIn = (result: unknown) =>
	result instanceof Failure ? result.looks.map(({ fate }) => fate) : result;

describe('what a request has saved is looked up if its outcome is unknown', () => {
	const tooLate = new Failure({ kind: 'service', message: 'Late', status: 504, ambiguous: true });
	const rejected = new Failure({ kind: 'refused', message: 'Rejected', status: 400 });
	const wrongKey = new Failure({ kind: 'key', message: 'Wrong key', status: 401 });
	const two = [1, 2].map((n) => toSend(customer(n).json));

	test('the request succeeded if the service has all entries', async (at) => {
		const ids: number[] = [];
		const result = await sent(at, two, () => {
			ids.push(create(at, 1), create(at, 2));
			return broken;
		});
		expect(result).toEqual(ids.map((recordId) => [{ success: true, recordId }]));
	});

	test.each([
		['one entry is missing', broken, [1], ['saved', 'absent']],
		['none is there', broken, [], ['absent', 'absent']],
		['an import was rejected', rejected, [2], ['absent', 'saved']],
		['the service may still be working on it', tooLate, [1], ['saved', 'unknown']],
	] as const)(
		'else the failure has the result of the look: %s',
		async (at, _, error, there, fates) => {
			const result = await sent(at, two, () => {
				for (const n of there) create(at, n);
				return error;
			});
			expect(result).toMatchObject({ name: 'Failure', message: error.message });
			expect(fatesIn(result)).toEqual(fates);
		},
	);

	test('nothing is known if the look fails', async (at) => {
		const result = await sent(at, two, () => {
			at.service.faults.add({ path: RECORDS, answer: { status: 403 } });
			return broken;
		});
		expect(result).toMatchObject({ message: 'Broken', looks: [] });
	});

	test.each([
		['a rejected request for one entry', rejected, 1],
		['a rejected key', wrongKey, 2],
		['a mistake of the program', new TypeError('Mistake'), 2],
	])('%s is not looked up', async (at, _, error, count) => {
		expect(await sent(at, two.slice(0, count), () => error)).toBe(error);
		expect(at.service.log).toEqual([]);
	});
});

test('IDs of new records are looked up, and added to the rows of those that are found', async (at) => {
	const plain = [{ success: true }];
	const withId = (recordId: number) => [{ success: true, recordId }];
	let first = 0;
	// The service has returned an ID for the last two, of which it lists only the first.
	const returned = [plain, plain, withId(777), withId(778)];
	const all = returned.map((rows, n) => ({
		...toSend(customer(n + 1).json),
		rowsFrom: () => rows,
	}));
	const rows = await sent(at, all, () => {
		first = create(at, 1);
		create(at, 3);
	});
	expect(rows).toStrictEqual([withId(first), plain, withId(777), withId(778)]);
});

allInAHurry();

describe('what the service has of records that were sent', () => {
	const withoutKey = toSend({ 'field-22': 'Name 1' });

	test.each<[string, SentEntry[], unknown, string[]]>([
		[
			'the fields of the form are not known',
			[{ ...toSend(customer(1).json), form: undefined }],
			[],
			[],
		],
		['no record has its key', [withoutKey, withoutKey], [], []],
		[
			'one of two has its key',
			[toSend(customer(1).json), withoutKey],
			['saved', 'unknown'],
			[RECORDS],
		],
	])('%s', async (at, _, all, fates, paths) => {
		const result = await sent(at, all, () => {
			create(at, 1);
			return broken;
		});
		expect(fatesIn(result)).toEqual(fates);
		expect(pathsOf(at)).toEqual(paths);
	});

	test('is looked up although the rate limit takes a minute to reset', async (at) => {
		const found = await sent(at, [toSend(customer(1).json)], () => {
			create(at, 1);
			const body = { errors: { code: 402, message: 'Request exhausted per 100 seconds' } };
			const answer = { status: 402, headers: { 'retry-after': '60' }, body };
			at.service.faults.add({ path: RECORDS, answer });
			return broken;
		});
		expect(found).toMatchObject([[{ success: true }]]);
		expect(listsOf(at)).toHaveLength(2);
	});

	it('is not looked for beyond the newest 1,000', async () => {
		const pageCap = 250;
		await atWork(
			async (at) => {
				const result = await sent(at, [toSend(customer(1).json)], () => {
					const rows = Array.from({ length: 1_000 }, (_, n) => ({
						values: { 'field-21': `K-${n}` },
					}));
					at.service.store.addRecords(CUSTOMERS, rows);
					return broken;
				});
				expect(fatesIn(result)).toEqual(['absent']);
				// Twice, as it may be listed later; pages overlap by a row.
				expect(listsOf(at)).toHaveLength(2 * Math.ceil(1_000 / (pageCap - 1)));
			},
			{ pageCap },
		);
	});

	it('is unknown for entries that cannot be listed, such as comments', async () => {
		await atWork(
			async (at) => {
				const { form: _, ...comment } = { ...toSend({}), body: { content: 'A' } };
				expect(await sent(at, [comment], () => broken)).toMatchObject({ looks: [] });
				expect(at.service.log).toEqual([]);
			},
			{ resource: 'comment' },
		);
	});
});
