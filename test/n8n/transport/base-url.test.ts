import { atEndlessSite, type Reply } from '../../support/endless';
import { execute } from '../../support/n8n';
import { create, failureOf, get } from '../runs';

const page =
	(status: number): Reply =>
	(response) => {
		response.writeHead(status, { 'content-type': 'text/html' });
		response.end('<html>Portal</html>');
	};

it.each([
	['a read', get],
	['a write', create],
])('the path of the Base URL is named if another program answers %s', async (_, parameters) => {
	await atEndlessSite(page(200), async ({ credentials }) => {
		const messageAt = async (path: string) => {
			const baseUrl = `${String(credentials.baseUrl)}${path}`;
			const run = execute({ parameters, credentials: { ...credentials, baseUrl } });
			return (await failureOf(run)).message;
		};
		const message = 'Another program responded, not the records service';
		expect(await messageAt('')).toBe(message);
		expect(await messageAt('/portal/')).toBe(
			`${message} (below the path /portal of the 'Base URL')`,
		);
	});
});

it('if a page does not exist, the advice names the path', async () => {
	await atEndlessSite(page(404), async ({ credentials }) => {
		const error = await failureOf(execute({ parameters: get, credentials }));
		expect(error.message).toBe('Not Found: Portal (record 1 of form 1)');
		expect(error.description).toMatch(/the path of the 'Base URL'/);
	});
});
