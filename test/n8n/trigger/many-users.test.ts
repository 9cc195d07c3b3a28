import type { IDataObject } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { byId } from '../../support/world';
import { FORM, startedWith, watching, type Watching } from '../../support/watching';

jest.setTimeout(30_000);

const [FIRST, OTHER, LAST] = ['E0028', 'E0029', 'E0030'] as const;
const NOTICES = '/api/common/notices';
const watchingUsers = (...moreCodes: string[]) => ({
	given: { event: 'noticeCountChanged', code: byId(FIRST), options: { moreCodes } },
});

const warnings = () => takeLog().filter((line) => line.startsWith('warn'));
const told = (items: readonly IDataObject[] | null) =>
	(items ?? []).map(({ code, count }) => `${String(code)} ${String(count)}`);
function count({ service }: Watching, to: number): void {
	for (const code of [FIRST, OTHER, LAST])
		service.store.raiseNotice(code, { appsId: FORM, id: '9', label: 'To pack', count: to });
}

it('more users than one poll may ask for continue with one warning when n8n starts', async () => {
	const codes = Array.from({ length: 1_080 }, (_, n) => `U${n}`);
	await watching(watchingUsers(...codes), async ({ service, poll, credentials, taken }) => {
		const { users } = service.store;
		for (const code of codes) users.add({ ...users.get('E0002')!, code, loginId: code });
		const started = startedWith(credentials, 100);
		takeLog();
		await inAHurry(async ({ skip }) => {
			for (let polls = 0; polls < 2; polls++) {
				expect(await poll(started)).toBeNull();
				skip(60_000);
			}
		});
		expect(taken().length).toBeGreaterThan(30);
		expect(warnings()).toEqual([expect.stringMatching(/1,081 users takes at least 1 h 1 min/)]);
	});
});

describe('a user who cannot be read', () => {
	it.each([
		[404, /does not know user E0029\. The user is skipped/],
		[403, /The notices of user E0029 cannot be read: /],
		[500, /The notices of user E0029 cannot be read: /],
	])(
		'stops no others, is named once, and later comes with what was missed: %i',
		async (status, words) => {
			await inAHurry(async ({ skip }) => {
				await watching(watchingUsers(OTHER, LAST), async (life) => {
					const { service, poll } = life;
					count(life, 1);
					expect(await poll()).toBeNull();
					warnings();
					service.faults.add({ path: `${NOTICES}/${OTHER}`, times: 99, answer: { status } });
					for (const to of [2, 3, 4]) {
						skip(120_000);
						count(life, to);
						expect(told(await poll())).toEqual([`${FIRST} ${to}`, `${LAST} ${to}`]);
					}
					expect(warnings()).toEqual([expect.stringMatching(words)]);
					service.faults.clear();
					expect(told(await poll())).toEqual([`${OTHER} 4`]);
					expect(warnings()).toEqual([expect.stringContaining(`user ${OTHER} can be read again`)]);
					count(life, 5);
					expect(told(await poll())).toHaveLength(3);
				});
			});
		},
	);

	it('is rejected if nobody has ever known the code, when a person publishes', async () => {
		await watching(watchingUsers('nobody'), async ({ poll }) => {
			await expect(poll({ activation: 'activate' })).rejects.toThrow('Not Found');
			expect(await poll({ activation: 'init' })).toBeNull();
		});
	});
});
