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
	const sites: ReadonlyArray<readonly [string, Partial<Dialect>]> = [
		['IDs sorted as text', { idOrder: 'text' }],
		['old rows refused', { deepPages: 'refused' }],
		['old rows empty', { deepPages: 'empty' }],
	];
	it.each(sites)('gives each change once, and no record that was there: %s', async (_, site) => {
		const dialect = { ...site, ties: 'shuffled', pageCap: 100 } as const;
		await watching({ dialect }, async ({ poll, pass, bulk, create, edit, taken }) => {
			const [old = 0] = bulk(400);
			const given: number[] = [];
			const often = async (changes: () => number[]) => {
				const made: number[] = [];
				for (let minute = 0; minute < 6; minute++) {
					pass(60);
					given.push(...idsOf(await poll()));
					made.push(...changes());
				}
				return made;
			};
			await often(() => []);
			pass(600);
			await poll();
			edit(old, 'Before the burst');
			pass(10);
			// Each reading shuffles them: of many more than a page, one may be in no page of any poll.
			const made = bulk(110);
			taken();
			given.push(...idsOf(await poll()));
			expect(taken().length).toBeLessThanOrEqual(20);
			made.push(...(await often(() => [create('Later')])));
			given.push(...idsOf(await poll()));
			expect(sorted(given)).toEqual([old, ...made]);
		});
	});

	const deep: Array<Dialect['deepPages']> = ['refused', 'empty'];
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

	it.each(deep)(
		'watches fields where the end of a form is just within reach (old rows: %s)',
		async (by) => {
			const dialect = { deepPages: by, pageCap: 100 };
			const given = { event: 'recordUpdated', options: WATCHED };
			await watching({ given, dialect }, async ({ poll, pass, bulk, edit }) => {
				const [oldest] = bulk(150);
				expect(await poll()).toBeNull();
				pass(60);
				edit(oldest!, 'Later');
				expect(idsOf(await poll())).toEqual([oldest]);
			});
		},
	);

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
