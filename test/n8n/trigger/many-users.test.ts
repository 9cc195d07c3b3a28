import type { IDataObject, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import { atEndlessSite, type Reply } from '../../support/endless';
import { inAHurry, type Hurry } from '../../support/hurry';
import { poll, takeLog } from '../../support/n8n';
import { byId, jsonOf } from '../../support/world';
import { failureOf } from '../runs';

jest.setTimeout(30_000);

const MINUTE_MS = 60_000;

interface Site {
	readonly hurry: Hurry;
	/** The count of each user, or less than 0 for a failing status; nobody else exists. */
	readonly counts: Map<string, number>;
	/** What one poll emits: code and count. */
	poll(activation?: WorkflowActivateMode): Promise<string[]>;
	readonly asked: readonly string[];
	readonly state: IDataObject;
}

interface Settings {
	readonly users: number;
	readonly limit?: number;
	readonly nodeId: string;
	readonly options?: INodeParameters;
}

/** A trigger for the notices of this many users, at a site without others. */
async function watchingMany(
	{ users, limit = 100, nodeId, options }: Settings,
	test: (site: Site) => Promise<void>,
): Promise<void> {
	const codes = Array.from({ length: users }, (_, i) => `U${i}`);
	const counts = new Map(codes.map((code) => [code, 1]));
	const reply: Reply = (response, { url = '' }) => {
		const code = url.split('/').at(-1)!;
		if (url.includes('/users')) {
			const user = codes.map((one) => ({ code: one, name: `Name of ${one}` }));
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(code.startsWith('users') ? { user } : user[codes.indexOf(code)]));
			return;
		}
		const count = counts.get(code);
		const noticeList = [{ id: '1', label: 'To do', count, url: 'https://x' }];
		const notices = [{ appsId: '4', appsName: 'Orders', noticeList }];
		const status = count === undefined ? 404 : Math.max(200, -count);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ code, notices }));
	};
	await inAHurry(async (hurry) => {
		await atEndlessSite(reply, async ({ credentials, asked }) => {
			const state: IDataObject = {};
			const parameters = {
				event: 'noticeCountChanged',
				code: byId('U0'),
				options: { moreCodes: codes.slice(1), ...options },
			};
			const settings = { ...credentials, requestsPer100Seconds: limit };
			const run = { parameters, credentials: settings, staticData: state, nodeId };
			await test({
				hurry,
				counts,
				asked,
				state,
				async poll(activation = 'activate') {
					const items = jsonOf((await poll({ ...run, activation })) ?? []);
					return items.map(({ code, count }) => `${String(code)} ${String(count)}`);
				},
			});
		});
	});
}

describe('the notices of more users than one poll may ask for', () => {
	it('continue with one warning when n8n starts', async () => {
		const settings = { users: 1_081, nodeId: 'too-many-at-start' };
		await watchingMany(settings, async ({ poll: once, asked, hurry }) => {
			takeLog();
			expect(await once('init')).toEqual([]);
			hurry.skip(MINUTE_MS);
			expect(await once('init')).toEqual([]);
			expect(asked.length).toBeGreaterThan(30);
			const warnings = takeLog().filter((line) => line.startsWith('warn'));
			expect(warnings).toEqual([expect.stringMatching(/1,081 users takes at least 1 h 1 min/)]);
		});
	});
});

describe('a user who has left', () => {
	it('is skipped, named once, and compared with what was known after coming back', async () => {
		await watchingMany({ users: 3, nodeId: 'left' }, async ({ counts, state, ...life }) => {
			expect(await life.poll()).toEqual([]);
			counts.delete('U1');
			counts.set('U2', 5);
			takeLog();
			expect(await life.poll()).toEqual(['U2 5']);
			counts.set('U0', 7);
			expect(await life.poll()).toEqual(['U0 7']);
			const warned = () => takeLog().filter((line) => line.startsWith('warn'));
			expect(warned()).toEqual([expect.stringContaining('does not know user U1 any more')]);
			const older = structuredClone(state);
			counts.set('U1', 9);
			expect(await life.poll()).toEqual(['U1 9']);
			expect(warned()).toEqual([expect.stringContaining('user U1 can be read again')]);
			counts.set('U1', 10);
			expect(await life.poll()).toEqual(['U1 10']);
			expect(older).not.toEqual(state);
		});
	});

	it.each([403, 500])('stops no other, nor does a user who cannot be read: %i', async (status) => {
		const settings = { users: 3, nodeId: `unreadable-${status}` };
		await watchingMany(settings, async ({ counts, hurry, ...life }) => {
			expect(await life.poll()).toEqual([]);
			const warned = () => takeLog().filter((line) => line.startsWith('warn'));
			warned();
			for (const count of [2, 3, 4]) {
				for (const code of counts.keys()) counts.set(code, code === 'U0' ? -status : count);
				hurry.skip(2 * MINUTE_MS);
				expect(await life.poll()).toEqual([`U1 ${count}`, `U2 ${count}`]);
			}
			expect(warned()).toEqual([expect.stringMatching(/The notices of user U0 cannot be read: /)]);
			counts.set('U0', 4);
			expect(await life.poll()).toEqual(['U0 4']);
			expect(warned()).toEqual([expect.stringContaining('user U0 can be read again')]);
		});
	});

	it('is rejected if nobody has ever known the code, when a person publishes', async () => {
		await watchingMany({ users: 2, nodeId: 'unknown' }, async ({ counts, ...life }) => {
			counts.delete('U1');
			expect((await failureOf(life.poll('activate'))).message).toMatch(/Not Found/);
			expect(await life.poll('init')).toEqual([]);
		});
	});
});
