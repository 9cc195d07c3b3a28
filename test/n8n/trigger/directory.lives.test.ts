import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { User } from '../../../sandbox/service/resources';
import { seedOr, times } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { Database, LivingN8n } from '../../support/living-n8n';
import { watching } from '../../support/watching';

/*
 * Lives of the directory in n8n. The model knows what a trigger has seen when n8n took its result, and says what the
 * next result must be.
 */

jest.setTimeout(3_600_000);

const LIST = '/api/admin/users';
const HAPPENINGS = [
	'poll',
	'fail',
	'discard',
	'publish',
	'pause',
	'restart',
	'unreadable',
] as const;
const change = fc.record({
	number: fc.integer({ min: 1, max: 6 }),
	kind: fc.constantFrom('join', 'move', 'rename', 'leave'),
	to: fc.integer({ min: 1, max: 3 }),
});
const step = fc.record({
	changes: fc.array(change, { maxLength: 3 }),
	happening: fc.constantFrom('poll', ...HAPPENINGS),
});
const story = fc.record({
	event: fc.constantFrom('userAdded', 'userChanged', 'userRemoved'),
	steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});

type Seen = ReadonlyMap<string, Pick<User, 'name' | 'organizationCode'>>;

/** What the event must say about the difference. A user is gone if its single read says so. */
function expected(event: string, before: Seen, now: Seen, gone: ReadonlySet<string>): string[] {
	if (event === 'userAdded') return [...now.keys()].filter((code) => !before.has(code));
	if (event === 'userRemoved') return [...before.keys()].filter((code) => gone.has(code));
	return [...now].flatMap(([code, user]) => {
		const was = before.get(code) ?? user;
		const parts = (['name', 'organizationCode'] as const)
			.filter((name) => was[name] !== user[name])
			.map((name) => `${name} ${was[name]} ${user[name]}`);
		return parts.length > 0 ? [[code, ...parts].join(' ')] : [];
	});
}

const told = ({ code, changes }: IDataObject): string =>
	[
		code,
		...Object.entries((changes ?? {}) as Record<string, { from: string; to: string }>)
			.sort()
			.map(([name, { from, to }]) => `${name} ${from} ${to}`),
	].join(' ');

it('users who join, move or leave are emitted once and correctly, whatever happens', async () => {
	await fc.assert(
		fc.asyncProperty(story, async ({ event, steps }) => {
			await inAHurry(() =>
				watching({}, async ({ service, credentials, pass }) => {
					const { users } = service.store;
					const code = (number: number) => `E010${number}`;
					const present = (): Seen => new Map(users.list().map((user) => [user.code, { ...user }]));
					const database = new Database();
					const parameters = { event };
					const another = () => new LivingN8n(database, { parameters, credentials });
					let n8n = another();
					let [memory, saved]: [Seen, Seen] = [new Map(), new Map()];
					const ids = new Set<unknown>();

					/** n8n takes the result of what is done. */
					async function taken(work: () => Promise<void>): Promise<void> {
						const [executions, requests, state] = [
							database.executions.length,
							service.log.length,
							JSON.stringify(database.saved),
						];
						await work();
						await n8n.quiet();
						const items = database.executions.slice(executions).flat();
						const sent = service.log.slice(requests);
						const gone = new Set(
							sent
								.filter(({ status }) => status === 404)
								.map(({ path }) => path.slice(LIST.length + 1)),
						);
						const now = present();
						const isFirst = state === undefined && memory.size === 0;
						const must = isFirst ? [] : expected(event, memory, now, gone);
						expect(items.map(told).sort()).toEqual(must.sort());
						for (const { eventId } of items) {
							expect(ids.has(eventId)).toBe(false);
							ids.add(eventId);
						}
						// Who is not proven to be gone stays known.
						const unproven = [...memory].filter(([one]) => !now.has(one) && !gone.has(one));
						memory = new Map([...now, ...unproven]);
						if (JSON.stringify(database.saved) !== state) saved = memory;
					}

					const happen = {
						poll: async () => await taken(() => n8n.poll()),
						async fail() {
							service.faults.add({ path: LIST, answer: { status: 403 } });
							const { length } = database.executions;
							await n8n.poll();
							expect(database.failures.splice(0)).toHaveLength(1);
							expect(database.executions).toHaveLength(length);
						},
						async unreadable() {
							service.faults.add({ path: /users\/E010/, answer: { status: 403 } });
							await taken(() => n8n.poll());
							service.faults.clear();
						},
						discard: async () =>
							await taken(async () => {
								service.faults.add({ answer: { delayMs: 30 } });
								n8n.tick();
								await n8n.publish('update');
							}),
						publish: async () => await taken(() => n8n.publish('update')),
						async pause() {
							await n8n.unpublish();
							await taken(() => n8n.publish('activate'));
						},
						async restart() {
							await n8n.unpublish();
							n8n = another();
							memory = saved;
							await taken(() => n8n.publish('init'));
						},
					} satisfies Record<(typeof HAPPENINGS)[number], () => Promise<void>>;

					await taken(() => n8n.publish('activate'));
					for (const { changes, happening } of steps) {
						for (const { number, kind, to } of changes) {
							const user = users.get(code(number));
							const [name, organizationCode] = [`Name ${to}`, `ORG0${to}`];
							if (kind === 'leave') users.delete(code(number));
							else if (kind === 'join' && !user)
								users.add({ ...users.get('E0002')!, code: code(number), loginId: `new${number}` });
							else if (user && kind === 'move')
								users.replace(user.code, { ...user, organizationCode });
							else if (user && kind === 'rename') users.replace(user.code, { ...user, name });
						}
						pass(60);
						await happen[happening]();
					}
					// Who could not be read is read in turn.
					for (let n = 0; n < 7; n++) await happen.poll();
					expect([...memory.keys()].sort()).toEqual([...present().keys()].sort());
					expect(database.failures).toEqual([]);
				}),
			);
		}),
		{ numRuns: times(100), seed: seedOr(38) },
	);
});
