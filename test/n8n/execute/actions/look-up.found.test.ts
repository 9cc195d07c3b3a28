import {
	Failure,
	type LookedUpEntry,
} from '../../../../nodes/RecordsDirectory/core/request/failure';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';
import {
	lookUp,
	newestBefore,
	readEntry,
	sendOrLookUp,
	withRecordIds,
	type Sought,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/look-up';
import { inAHurry } from '../../../support/hurry';
import { sentTo } from '../../../support/world';
import { atWork, type AtWork } from './at-work';

/** Its key field is field-21. */
const CUSTOMERS = 2;
const RECORDS = `/api/apps/${CUSTOMERS}/records`;
const [KEY, NAME] = ['field-21', 'field-22'] as const;

describe('what a request has saved is looked up if its outcome is unknown', () => {
	const rows = (recordId: number) => [{ recordId }];
	const saved = (recordId: number): LookedUpEntry => ({ fate: 'saved', rows: rows(recordId) });
	const [absent, unknown] = [{ fate: 'absent' }, { fate: 'unknown' }] as const;
	const broken = new Failure({ kind: 'network', message: 'Broken', ambiguous: true });
	const tooLate = new Failure({
		kind: 'service',
		message: 'Too late',
		status: 504,
		ambiguous: true,
	});
	const rejected = new Failure({ kind: 'refused', message: 'Rejected', status: 400 });
	const wrongKey = new Failure({ kind: 'key', message: 'Wrong key', status: 401 });
	const lookFails = 'the look fails';

	/** Sends two entries, unless `count` says otherwise. */
	const sent = async (
		error: Error,
		found: readonly LookedUpEntry[] | 'the look fails',
		count = 2,
	) => {
		let looks = 0;
		const outcome = sendOrLookUp({
			count,
			send: () => Promise.reject(error),
			async lookUp() {
				looks++;
				if (found === lookFails) throw broken;
				return found;
			},
		});
		const ended = await outcome.catch((failure: unknown) => failure);
		return { ended, looks };
	};

	it('the request succeeded if the service has all entries', async () => {
		const { ended } = await sent(broken, [saved(1), saved(2)]);
		expect(ended).toEqual([rows(1), rows(2)]);
	});

	it.each([
		['one entry is missing', broken, [saved(1), absent], [saved(1), absent]],
		['one may be there', broken, [unknown, saved(2)], [unknown, saved(2)]],
		[
			'it is saved, but not how',
			broken,
			[saved(1), { fate: 'saved' }],
			[saved(1), { fate: 'saved' }],
		],
		['an import was rejected', rejected, [absent, saved(2)], [absent, saved(2)]],
		['the look fails', broken, lookFails, []],
		['the service may still be working on it', tooLate, [saved(1), absent], [saved(1), unknown]],
	] as const)('else the failure has the result of the look: %s', async (_, error, found, looks) => {
		const { ended } = await sent(error, found);
		expect(ended).toBeInstanceOf(Failure);
		expect(ended).toMatchObject({ message: error.message, looks });
	});

	it.each([
		['a rejected request for one entry', rejected, 1],
		['a rejected key', wrongKey, 2],
		['a mistake of the program', new TypeError('Mistake'), 2],
	])('%s is not looked up', async (_, error, count) => {
		expect(await sent(error, [], count)).toEqual({ ended: error, looks: 0 });
	});
});

const customer = (n: number): JsonObject => ({ [KEY]: `NEW-${n}`, [NAME]: `Name ${n}` });
const sought = (record: JsonObject): Sought => ({ body: { record }, form: CUSTOMERS, isNew: true });
const atCustomers = async (test: (at: AtWork) => Promise<void>, pageCap = 1_000) => {
	const operation = { resource: 'record', operation: 'create' };
	await atWork({ operation, dialect: { pageCap } }, test);
};
const pathsOf = ({ service }: AtWork) => sentTo(service).map(({ path }) => path);
const listsOf = (at: AtWork) => pathsOf(at).filter((path) => path === RECORDS);
const create = ({ service }: AtWork, n: number) =>
	service.store.createRecord(CUSTOMERS, customer(n) as never).recordId;

/** What a run knows before it sends these. */
const before = async ({ job, service }: AtWork, all: readonly Sought[]) => {
	const newest = await newestBefore(job, all, { isWanted: true });
	service.log.length = 0;
	return { sought: all, newest };
};

describe('IDs of new records', () => {
	const plain = [{ success: true }];
	const withId = (recordId: number) => [{ success: true, recordId }];

	it('are looked up, and added to the rows of the records that are found', async () => {
		await atCustomers(async (at) => {
			const all = await before(
				at,
				[1, 2, 3, 4].map((n) => sought(customer(n))),
			);
			const first = create(at, 1);
			create(at, 3);
			// The service has returned an ID for the last two, of which it lists only the first.
			const outputs = [plain, plain, withId(777), withId(778)];
			const named = [withId(first), plain, withId(777), withId(778)];
			expect(await withRecordIds(at.job, all, outputs)).toStrictEqual(named);
		});
	});

	it('are not looked up where the service has returned one for each', async () => {
		await atCustomers(async (at) => {
			const outputs = [withId(777), [...plain, ...withId(778)]];
			const all = [1, 2].map((n) => sought(customer(n)));
			expect(await withRecordIds(at.job, { sought: all, newest: 0 }, outputs)).toBe(outputs);
			expect(at.service.log).toEqual([]);
		});
	});

	it('are missing if the look fails, although the records are saved', async () => {
		await atCustomers(async (at) => {
			const all = await before(at, [sought(customer(1))]);
			create(at, 1);
			at.service.faults.add({ path: RECORDS, answer: { status: 403 } });
			expect(await withRecordIds(at.job, all, [plain])).toEqual([plain]);
		});
	});
});

describe('what the service has of records that were sent', () => {
	const withoutKey = sought({ [NAME]: 'Name 1' });

	it.each<[string, Sought[], string[], string[]]>([
		['nothing was sent', [], [], []],
		['the fields of the form are not known', [{ ...sought(customer(1)), form: undefined }], [], []],
		['no record has its key', [withoutKey, withoutKey], [], []],
		['one of two has its key', [sought(customer(1)), withoutKey], ['saved', 'unknown'], [RECORDS]],
	])('%s', async (_, all, fates, paths) => {
		await atCustomers(async (at) => {
			const search = await before(at, all);
			create(at, 1);
			expect((await lookUp(at.job, search)).map(({ fate }) => fate)).toEqual(fates);
			expect(pathsOf(at)).toEqual(paths);
		});
	});

	it('is looked up although the rate limit takes a minute to reset', async () => {
		await atCustomers(async (at) => {
			const all = await before(at, [sought(customer(1))]);
			create(at, 1);
			const body = { errors: { code: 402, message: 'Request exhausted per 100 seconds' } };
			const answer = { status: 402, headers: { 'retry-after': '60' }, body };
			at.service.faults.add({ path: RECORDS, answer });
			const found = await inAHurry(() => lookUp(at.job, all));
			expect(found).toMatchObject([{ fate: 'saved' }]);
			expect(listsOf(at)).toHaveLength(2);
		});
	});

	it('is not looked for beyond the newest 1,000', async () => {
		const pageCap = 250;
		await atCustomers(async (at) => {
			const rows = Array.from({ length: 1_000 }, (_, n) => ({ values: { [KEY]: `K-${n}` } }));
			at.service.store.addRecords(CUSTOMERS, rows);
			expect(await lookUp(at.job, { sought: [sought(customer(1))], newest: 0 })).toEqual([
				{ fate: 'absent' },
			]);
			// Pages overlap by a row.
			expect(listsOf(at)).toHaveLength(Math.ceil(1_000 / (pageCap - 1)));
		}, pageCap);
	});

	it('is unknown for entries that cannot be listed, such as comments', async () => {
		const operation = { resource: 'comment', operation: 'create' };
		await atWork({ operation }, async ({ job, service }) => {
			expect(
				await lookUp(job, { sought: [{ body: { content: 'A' }, isNew: true }], newest: undefined }),
			).toEqual([]);
			expect(service.log).toEqual([]);
		});
	});
});

describe('an entry of the directory is read by its code', () => {
	const positions = { operation: { resource: 'position', operation: 'create' } };
	const position = { code: 'NEW-1', name: 'Name 1' };

	it('if the service has it', async () => {
		await atWork(positions, async ({ job, service }) => {
			service.faults.add({ answer: { status: 200, body: position } });
			expect(await readEntry(job, 'NEW-1')).toMatchObject([position]);
		});
	});

	it('an entry that does not exist has no row', async () => {
		await atWork(positions, async ({ job }) => {
			expect(await readEntry(job, 'NEW-1')).toEqual([]);
		});
	});

	it('a rejected request does not show that the entry does not exist', async () => {
		await atWork(positions, async ({ job, service }) => {
			service.faults.add({ answer: { status: 403 } });
			await expect(readEntry(job, 'NEW-1')).rejects.toMatchObject({ status: 403 });
		});
	});

	it.each([
		['without a code', 'position', ''],
		['of a kind that the service only lists', 'notice', 'NEW-1'],
	])('nothing is sent for an entry %s', async (_, resource, code) => {
		await atWork({ operation: { resource, operation: 'getAll' } }, async ({ job, service }) => {
			await expect(readEntry(job, code)).rejects.toThrow('nothing to look it up by');
			expect(service.log).toEqual([]);
		});
	});
});
