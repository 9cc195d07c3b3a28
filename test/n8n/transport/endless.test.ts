import { gzipSync } from 'node:zlib';
import { atEndlessSite, drip, flood, type Reply } from '../../support/endless';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { create, failureOf, get } from '../runs';

jest.setTimeout(30_000);

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
const unpacked: Reply = (response) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
	response.end(bomb);
};

const closed = async (open: () => number) => {
	while (open() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('a reply without an end', () => {
	it('is broken off after 10 minutes, and not requested again', async () => {
		await inAHurry(async ({ skip }) => {
			await atEndlessSite(drip, async ({ credentials, asked, open }) => {
				const run = failureOf(execute({ parameters: get, credentials }));
				while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
				// The head arrives, and a part of the body.
				await new Promise((resolve) => setTimeout(resolve, 300));
				skip(601_000);
				const error = await run;
				expect(error.message).toBe('The reply of the service did not end within 10 min 0 s');
				expect(error.description).toMatch(/^The service is too slow/);
				expect(asked).toHaveLength(1);
				await closed(open);
			});
		});
	});

	it.each([
		['as it comes', flood],
		['unpacked', unpacked],
	])('is broken off after 100 MB, and not requested again: %s', async (_, reply) => {
		await inAHurry(async () => {
			await atEndlessSite(reply, async ({ credentials, asked, open }) => {
				const error = await failureOf(execute({ parameters: get, credentials }));
				expect(error.message).toBe('The reply of the service is larger than 100 MB');
				expect(asked).toHaveLength(1);
				await closed(open);
			});
		});
	});

	it('of a write is success, as its status says', async () => {
		await atEndlessSite(flood, async ({ credentials, asked }) => {
			const [item] = await execute({ parameters: create, credentials });
			expect(item?.json).toMatchObject({ success: true });
			expect(asked).toHaveLength(1);
		});
	});
});
