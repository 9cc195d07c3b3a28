import { takeLog } from '../../support/n8n';
import { FORM, idsOf, undated, watching } from '../../support/watching';

const warnings = () => takeLog().filter((line) => line.startsWith('warn'));

const DAY = 86_400;

it.each([
	['created', 'recordCreated', '2026-06-01 00:00:00', ''],
	['edited', 'recordUpdated', '2026-06-01 00:00:00', ''],
	['half a day ahead, in a known zone', 'recordCreated', '2026-03-03 06:00:00', 'Asia/Tokyo'],
	['without a Date header', 'recordCreated', '2099-06-01 00:00:00', ''],
	['edited, without a Date header', 'recordUpdated', '2099-06-01 00:00:00', 'UTC'],
])('a record dated in the future hides no later change: %s', async (what, event, at, timeZone) => {
	const site = { given: { event }, ...(what.endsWith('a Date header') && undated) };
	await watching(site, async ({ service: { store }, credentials, poll, pass, edit, create }) => {
		// A process logs each sentence once for a node.
		const here = { credentials: { ...credentials, timeZone }, nodeId: what };
		const isUpdate = event === 'recordUpdated';
		const change = (id: number) => (isUpdate ? (edit(id, 'y'), id) : create('y'));
		await poll(here);
		pass(60);
		if (isUpdate) edit(1, 'w');
		await poll(here);
		takeLog();
		pass(60);
		const times = { createdAt: at, updatedAt: at };
		const { recordId: wrong } = isUpdate
			? store.updateRecord(FORM, 1, { 'field-41': 'x' }, times)
			: store.createRecord(FORM, { 'field-41': 'x' }, times);
		expect(idsOf(await poll(here))).toEqual([wrong]);
		const found: number[] = [];
		const changed: number[] = [];
		for (let minute = 0; minute < 10; minute++) {
			pass(minute === 5 ? DAY : 600);
			changed.push(change(minute + 2));
			found.push(...idsOf(await poll(here)));
			pass(600);
			expect(await poll(here)).toBeNull();
		}
		expect(found).toEqual(changed);
		expect(warnings()).toEqual([expect.stringContaining('A record is dated in the future.')]);
	});
});

describe('a clock that is set back by more than the window', () => {
	it.each(['recordCreated', 'recordCreatedOrUpdated'])('hides no change: %s', async (event) => {
		await watching({ given: { event } }, async ({ poll, pass, create }) => {
			const here = { nodeId: event };
			await poll(here);
			pass(60);
			const before = create('x');
			expect(idsOf(await poll(here))).toEqual([before]);
			takeLog();
			pass(-3_600);
			const found: number[] = [];
			const created: number[] = [];
			for (let polls = 0; polls < 12; polls++) {
				pass(600);
				created.push(create('y'));
				found.push(...idsOf(await poll(here)));
			}
			expect(found).toEqual(created);
			expect(warnings()).toEqual([
				expect.stringContaining('The clock of the service was set back'),
			]);
		});
	});
});
