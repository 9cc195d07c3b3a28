import { createNeighbours } from '../../sandbox/site/neighbours.ts';
import { startService } from '../../sandbox/service/service.ts';
import { visited } from './page-browser.ts';

const site = visited({
	basePath: '/site',
	dialect: {
		choiceValues: 'object',
		detailRows: 'records',
		emptyValues: 'missing',
		fileContent: 'dataUrl',
		numbers: 'strings',
		pastTheEnd: 'notFound',
		updateBody: 'replace',
	},
});

test('under a path, every link stays under it', async () => {
	const { accessUrl } = await site.createRecord({ subject: 'Under a path' });
	expect(accessUrl).toContain('/site/forms/1/records/');
	for (const path of ['/', '', '/forms/1', accessUrl, '/channel', '/people/ada']) {
		await site.open(path || site.service.url);
		const links = await site.page.getByRole('link').all();
		const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
		expect(addresses.filter((address) => !/^(\/site\/|#)/.test(address ?? ''))).toEqual([]);
	}
});

test('values of other shapes are shown, and survive an edit', async () => {
	const agents = [{ code: 'ada', name: 'Ada Palmer' }];
	const work = [{ what: 'Looked', hours: 1.5 }, { what: 'Fixed' }];
	const values = { subject: 'Before', affected: ['Mail', 'Network'], cost: 3, agents, work };
	const { recordId, accessUrl, accessEditUrl } = await site.createRecord(values);
	await site.open(accessUrl);
	expect(await site.text()).toMatch(/Affected\s+Mail\s+Network[^]*Looked\s+1.5\s+Fixed/);
	await site.open(accessEditUrl);
	await site.page.getByLabel('Subject').fill('After');
	await site.page.getByRole('button', { name: 'Save' }).click();
	await site.page.getByText('The changes are saved.').waitFor();
	const { data } = site.service.store.records.get(1, recordId)!;
	expect(JSON.parse(data)).toEqual({ ...values, subject: 'After', priority: 'Normal' });
});

test('several choices in one text are several choices', async () => {
	site.service.dialect = { ...site.service.dialect, multipleValues: 'comma', choiceValues: 'name' };
	const { accessEditUrl } = await site.createRecord({
		subject: 'x',
		affected: ['Mail', 'Network'],
	});
	await site.open(accessEditUrl);
	const checked = await site.page.getByRole('checkbox', { checked: true }).all();
	expect(await Promise.all(checked.map((box) => box.inputValue()))).toEqual(['Mail', 'Network']);
});

test('orders come from customers that the seeded Customers form knows', async () => {
	const service = await startService();
	try {
		const form = service.store.forms.list().find(({ name }) => name === 'Customers')!;
		const key = form.fields.find(({ caption }) => caption === 'Name')!.uniqueId;
		const rows = service.store.database.all<{ name: string }>(
			`SELECT json_extract(data, '$."${key}"') AS name FROM record WHERE appsId = ?`,
			form.id,
		);
		let minutes = 0;
		const now = () => new Date(Date.UTC(2026, 10, 20, 9, minutes));
		const { orders } = createNeighbours({ now });
		minutes = 60;
		const customers = new Set(orders.list().map(({ customer }) => customer));
		expect(customers.size).toBeGreaterThan(5);
		expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...customers]));
	} finally {
		await service.close();
	}
});
