import { visited } from './page-browser.ts';

const site = visited();

const row = (name: string) => site.page.getByRole('row', { name });
const requests = () => site.service.log.length;

test('the directory is shown for three requests, and the notices of everybody when asked', async () => {
	await site.createRecord({ subject: 'For Ada', agents: [{ code: 'ada', name: 'Ada Palmer' }] });
	const before = requests();
	await site.open('/people');
	expect(await site.text()).toMatch(/Users \(2\)[^]*Organizations \(1\)[^]*Positions \(0\)/);
	expect(await row('Ada Palmer').innerText()).toMatch(/ada\s+ada\s+IT\s+9999.12.31\s+–$/);
	expect(await row('IT').last().innerText()).toMatch(/IT\s+it\s+2$/);
	expect(requests() - before).toBe(3);
	await site.page.getByRole('button', { name: 'Count notices' }).click();
	await row('Ada Palmer').getByText('1', { exact: true }).waitFor();
	await row('Ben').getByText('0', { exact: true }).waitFor();
	expect(requests() - before).toBe(5);
	expect(await site.page.getByRole('progressbar').count()).toBe(0);
});

test('notices are counted for the people in view, and for no more than 20 at once', async () => {
	const [like] = site.service.store.users.list();
	const codes = Array.from({ length: 60 }, (_, n) => `u${n}`);
	for (const code of codes)
		site.service.store.users.add({ ...like!, code, name: code, loginId: code });
	try {
		await site.open('/people');
		await row('u59').scrollIntoViewIfNeeded();
		const before = requests();
		// A click of the mouse would scroll up to the button.
		await site.page
			.getByRole('button', { name: 'Count notices' })
			.evaluate((button: HTMLButtonElement) => button.click());
		await site.page.locator('main button:disabled').waitFor({ state: 'detached' });
		const asked = site.service.log.slice(before).map(({ path }) => path.split('/').at(-1));
		expect(asked).toContain('u59');
		expect(asked).not.toContain('ada');
		expect(asked.length).toBeLessThanOrEqual(20);
	} finally {
		for (const code of codes) await site.api.delete(`/api/admin/users/${code}`);
	}
});

test('a page that is opened after a sync marks what changed', async () => {
	await site.open('/people');
	await site.page.getByText('are marked when you click Refresh').waitFor();
	const put = (path: string, body: object) => site.api.put(`/api/admin/${path}`, body);
	await put('organizations/it', { code: 'it', name: 'Systems', kana: 'it' });
	const person = { code: 'cleo', name: 'Cleo Stone', kana: 'cleo', loginId: 'cleo' };
	const entry = { ...person, loginPass: 'secret-1', organizationCode: 'it' };
	await site.api.post('/api/admin/users', entry);
	await site.api.delete('/api/admin/users/ben');
	await site.page.getByRole('button', { name: 'Refresh' }).click();
	const state = site.page.getByRole('status').filter({ hasText: 'Since this page was opened' });
	expect(await state.innerText()).toBe(
		'Since this page was opened: Users: 1 new, 1 changed, 1 gone. Organizations: 1 changed.',
	);
	const names = await site.page
		.getByRole('region', { name: 'Users', exact: true })
		.locator('tbody th')
		.allInnerTexts();
	expect(names.map((name) => name.split(/\s/)[0])).toEqual(['Ada', 'Cleo', 'Ben']);
	expect(await row('Cleo Stone').innerText()).toMatch(/^Cleo Stone\s*new/);
	expect(await row('Ada Palmer').innerText()).toMatch(/changed[^]*Systems\s+was IT/);
	expect(await row('Ben').innerText()).toMatch(/gone/);
	expect(await row('Ben').getByRole('link').count()).toBe(0);
	expect(await site.text()).toContain('Users (2)');
});

test('a user who comes back from another tab sees what has changed meanwhile', async () => {
	await site.open('/people');
	const position = { code: 'p1', name: 'Clerk', kana: 'Clerk' };
	await site.api.post('/api/admin/positions', position);
	await site.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await site.page.getByText('Positions: 1 new').waitFor();
});

test('a person has a page with what the directory and the notices say', async () => {
	await site.open('/people');
	await site.page.getByRole('link', { name: 'Ada Palmer' }).click();
	await site.page.getByRole('heading', { name: 'Ada Palmer' }).waitFor();
	expect(await site.text()).toMatch(/Code\s+ada\s+Login ID\s+ada\s+Organization\s+Systems/);
	expect(await site.text()).toMatch(/Notices: Support requests\s+Assigned to me\s+1/);
	await site.page.getByRole('link', { name: 'Assigned to me' }).click();
	await site.page.getByText('All records of the form').waitFor();
	await site.page.getByRole('row', { name: 'For Ada' }).waitFor();
});

test('the page of a person who does not exist says so', async () => {
	await site.open('/people/nobody');
	expect(await site.page.getByRole('alert').innerText()).toContain('does not exist');
	expect(site.faults.splice(0).join()).toContain('404');
});
