import { exec } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '../../sandbox/start/ports.ts';
import { says, terminal } from '../e2e/terminal.ts';
import { listen } from '../support/listen.ts';

jest.setTimeout(120_000);

const command = (...words: string[]) => terminal('sandbox/service.ts', words);
/** As `npm run probe` starts it, by somebody who cannot be asked. */
const probe = (...words: string[]) =>
	terminal('scripts/probe.ts', words, {
		NODE_OPTIONS: '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON --import ./scripts/typescript.ts',
		PROBE_API_KEY: 'sandbox-key',
	});

test('the service runs alone, like the site of a profile, and the probe can be run at it', async () => {
	const port = String(await freePort());
	const baseUrl = `http://127.0.0.1:${port}`;
	const profile = 'test/profile/site-profile.json';
	const service = command('--service-port', port, '--profile', profile);
	await says(service, 'Ctrl+C stops the service.');
	expect(service.output()).toMatch(new RegExp(`Base URL +${baseUrl}\n +API key +sandbox-key\n`));
	const [curl = ''] = /curl .*/.exec(service.output()) ?? [];
	const { stdout } = await promisify(exec)(curl);
	expect(JSON.parse(stdout)).toMatchObject({ records: [{ appsId: '1' }] });
	const page = await fetch(`${baseUrl}/`);
	expect([page.status, page.headers.get('content-type')]).toEqual([
		200,
		expect.stringMatching(/^text\/plain/),
	]);
	expect(service.output()).toContain(await page.text());
	const probed = probe('--base-url', baseUrl, '--scratch-form', '5', '--user', 'E0003');
	expect([await probed.ended, probed.output()]).toEqual([
		1,
		expect.stringMatching(
			/Nothing was written\.[^]*Numbers are texts\.[^]*was not written: the question needs an answer in a terminal\. Add --yes to agree\.\n$/,
		),
	]);
	service.child.kill('SIGINT');
	expect(await service.ended).toBe(0);
	expect(service.output()).toMatch(/Stopped\.\n$/);
});

test('a port in use ends it with what to do', async () => {
	const other = createServer();
	const port = Number(new URL(await listen(other)).port);
	const started = command('--service-port', `${port}`);
	expect(await started.ended).toBe(1);
	expect(started.output()).toContain(`npm run service -- --service-port ${port + 10}`);
	other.close();
});
