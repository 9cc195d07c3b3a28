import type { IDataObject } from 'n8n-workflow';
import { atEndlessSite, drip, dripHead, type Reply } from '../../support/endless';
import { inAHurry } from '../../support/hurry';
import { poll, takeLog } from '../../support/n8n';
import { formId } from '../../support/watching';

const parameters = {
	event: 'recordCreated',
	form: formId(4),
	options: { names: 'identifiers' },
};
const BUDGET_MS = 900;

describe.each([
	['whose reply drips', drip],
	['whose head drips', dripHead],
	['that says nothing', () => {}],
])('at a service %s', (_, hang) => {
	it('the first poll does not stop activation', async () => {
		await atEndlessSite(hang, async ({ credentials }) => {
			const staticData: IDataObject = {};
			const settings = { parameters, credentials, staticData, nodeId: 'first' };
			const run = { ...settings, activation: 'activate' as const, budgetMs: BUDGET_MS };
			const begun = performance.now();
			expect(await poll(run)).toBeNull();
			expect(performance.now() - begun).toBeLessThan(BUDGET_MS);
			expect(staticData).toEqual({});
		});
	});
});

test('a poll whose time is over before it notices fails, although it has read a part', async () => {
	await inAHurry(async ({ skip }) => {
		let passing = BUDGET_MS;
		const late: Reply = (response, { url }) => {
			if (url!.endsWith('E2')) skip(passing);
			response.end('{"notices":[]}');
		};
		await atEndlessSite(late, async ({ credentials }) => {
			const staticData: IDataObject = {};
			const code = { __rl: true, mode: 'id', value: 'E1' };
			const users = { event: 'noticeCountChanged', code, options: { moreCodes: ['E2'] } };
			const settings = { parameters: users, credentials, staticData, nodeId: 'late' };
			const run = { ...settings, budgetMs: BUDGET_MS };
			takeLog();
			expect(await poll({ ...run, activation: 'init' })).toBeNull();
			expect(takeLog().join()).toMatch(/warn .* first poll failed .*: The poll did not end within/);
			expect(staticData).toEqual({});
			passing = 0;
			await poll(run);
			const before = structuredClone(staticData);
			expect(before).not.toEqual({});
			passing = BUDGET_MS;
			await expect(poll(run)).rejects.toThrow('The poll did not end within');
			expect(staticData).toEqual(before);
		});
	});
});
