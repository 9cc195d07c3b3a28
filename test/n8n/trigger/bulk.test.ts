import type { Dialect } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { FORM, formId, idsOf, sorted, watching, type Watching } from '../../support/watching';

const WATCHED = { watchedFields: ['field-41'] };
const GET_MANY = { resource: 'record', operation: 'getAll', form: formId(FORM), returnAll: true };
const SINCE = { filters: { createdAfter: '2026-03-02 00:00:00' } };

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

describe('a trigger and very many records', () => {
	const ties: Array<Dialect['ties']> = ['id', 'insertion', 'shuffled'];
	it.each(ties)('gives each of 2,500 records of one second once (ties: %s)', async (by) => {
		await watching({ dialect: { ties: by } }, async ({ poll, pass, bulk, taken }) => {
			await poll();
			pass(60);
			const made = [...bulk(30), ...bulk(1000)];
			const given = idsOf(await poll());
			made.push(...bulk(1470));
			taken();
			given.push(...idsOf(await poll()));
			expect(taken().length).toBeLessThanOrEqual(10);
			expect(sorted(given)).toEqual(made);
			expect(await poll()).toBeNull();
			pass(271);
			await poll();
			taken();
			expect(await poll()).toBeNull();
			expect(taken().map(({ query }) => query.limit)).toEqual(['10']);
		});
	});

	it('continues at a site that sorts record IDs as text', async () => {
		await watching({ dialect: { idOrder: 'text', pageCap: 100 } }, async (life) => {
			const { poll, pass, bulk, create } = life;
			await poll();
			pass(60);
			const made = bulk(130);
			const given: number[] = [];
			for (let minute = 0; minute < 6; minute++) {
				given.push(...idsOf(await poll()));
				pass(60);
				made.push(create('Later'));
			}
			given.push(...idsOf(await poll()));
			expect(sorted(given)).toEqual(made);
		});
	});

	const unread: ReadonlyArray<readonly [string, Partial<Dialect>]> = [
		['IDs as text', { idOrder: 'text' }],
		['old rows refused', { deepPages: 'refused' }],
		['old rows empty', { deepPages: 'empty' }],
	];
	it.each(unread)('never gives a record that was there before it started: %s', async (_, rows) => {
		const dialect = { ...rows, ties: 'shuffled', pageCap: 100 } as const;
		await watching({ dialect }, async ({ poll, pass, bulk, create }) => {
			bulk(300);
			pass(60);
			const given: number[] = [];
			const made: number[] = [];
			for (let minute = 0; minute < 12; minute++) {
				given.push(...idsOf(await poll()));
				pass(60);
				if (minute > 5) made.push(create('New'));
			}
			given.push(...idsOf(await poll()));
			expect(sorted(given)).toEqual(made);
		});
	});

	const deep: Array<Dialect['deepPages']> = ['refused', 'empty'];
	it.each(deep)(
		'gives each record of a second with more than a page (old rows: %s)',
		async (by) => {
			await watching({ dialect: { deepPages: by, pageCap: 100 } }, async ({ poll, pass, bulk }) => {
				bulk(300);
				pass(60);
				await poll();
				pass(60);
				const made = bulk(150);
				const given = idsOf(await poll());
				for (let polls = 0; polls < 5; polls++) {
					pass(60);
					given.push(...idsOf(await poll()));
				}
				expect(sorted(given)).toEqual(made);
			});
		},
	);

	it.each(deep)(
		'gives what was edited before a second with more than a page (old rows: %s)',
		async (by) => {
			await watching(
				{ dialect: { deepPages: by, pageCap: 100 } },
				async ({ poll, pass, bulk, edit, service }) => {
					const [old = 0] = bulk(400);
					pass(600);
					await poll();
					pass(60);
					edit(old, 'Before the burst');
					pass(10);
					const made = bulk(150);
					service.log.length = 0;
					const given = idsOf(await poll());
					expect(service.log.length).toBeLessThanOrEqual(20);
					for (let polls = 0; polls < 5; polls++) {
						pass(60);
						given.push(...idsOf(await poll()));
					}
					expect(sorted(given)).toEqual([old, ...made]);
				},
			);
		},
	);

	const whole: Array<[string, (life: Watching) => Promise<unknown>]> = [
		['Record Deleted', ({ pollAs }) => pollAs({ event: 'recordDeleted' })],
		[
			'Existing Records Since',
			({ pollAs }) => pollAs({ event: 'recordCreated', options: { existingSince: '2020-01-01' } }),
		],
		['watched fields', ({ pollAs }) => pollAs({ event: 'recordUpdated', options: WATCHED })],
		['Get Many', ({ credentials }) => execute({ parameters: GET_MANY, credentials })],
		[
			'Created After',
			({ credentials }) => execute({ parameters: { ...GET_MANY, ...SINCE }, credentials }),
		],
	];
	it.each(whole)('%s fails where a site lists only the newest records', async (_, read) => {
		await watching({ dialect: { deepPages: 'empty', pageCap: 100 } }, async (life) => {
			life.bulk(400);
			await expect(read(life)).rejects.toThrow(
				'The service lists only the newest records of the form',
			);
		});
	});

	it.each(deep)(
		'gives each deletion where the end of a form is just within reach (old rows: %s)',
		async (by) => {
			const settings = {
				given: { event: 'recordDeleted' },
				dialect: { deepPages: by, pageCap: 100 },
			};
			await watching(settings, async ({ poll, pass, bulk, service }) => {
				const made = bulk(150);
				expect(await poll()).toBeNull();
				for (const gone of [made[120]!, made[30]!, 1]) {
					service.store.deleteRecord(FORM, gone);
					pass(60);
					expect(idsOf(await poll())).toEqual([gone]);
				}
			});
		},
	);

	it('starts an execution with at most 5,000 items', async () => {
		await watching({}, async ({ poll, pass, bulk }) => {
			await poll();
			const made: number[] = [];
			for (let n = 0; n < 12; n++) {
				pass(1);
				made.push(...bulk(1_000));
			}
			const polls: number[][] = [];
			do polls.push(idsOf(await poll()));
			while (polls.at(-1)!.length > 0);
			expect(Math.max(...polls.map(({ length }) => length))).toBeLessThanOrEqual(5_000);
			expect(sorted(polls.flat())).toEqual(made);
		});
	});

	it('leaves what one poll has no time for to the next', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, poll, pass, bulk, state, taken }) => {
				await poll();
				pass(60);
				const made = bulk(2500);
				const given: number[] = [];
				const requests = [];
				const slow = jest.spyOn(service.log, 'push').mockImplementation((entry) => {
					skip(20_000);
					return (service.log[service.log.length] = entry) && service.log.length;
				});
				for (let polls = 0; polls < 10; polls++) {
					taken();
					given.push(...idsOf(await poll()));
					requests.push(taken().length);
				}

				slow.mockRestore();
				expect(Math.max(...requests)).toBe(2);
				expect(sorted(given)).toEqual(made);
				expect(Object.keys(state)).toEqual(['state']);
			});
		});
	});
});
