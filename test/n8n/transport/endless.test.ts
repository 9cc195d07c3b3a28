import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { atEndlessSite, flood, type Reply } from '../../support/endless';
import { sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { create, failureOf, get } from '../runs';

jest.setTimeout(30_000);

const MB = 1024 * 1024;
const large = () => Buffer.alloc(200 * MB, ' ');
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Small when sent, and 200 MB when unpacked. */
const bomb =
	(encoding: string, packed: Buffer): Reply =>
	(response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
		response.end(packed);
	};

/** The most memory that some work takes, in bytes. Garbage that is not yet collected counts as well. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.memoryUsage.rss();
	let most = before;
	const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
	try {
		await work();
	} finally {
		clearInterval(look);
	}
	return most - before;
}

const closed = async (open: () => number) => {
	while (open() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('an endless reply', () => {
	const replies: ReadonlyArray<[string, () => Reply]> = [
		['as it comes', () => flood],
		['as gzip', () => bomb('gzip', gzipSync(large(), { level: 1 }))],
		['as deflate', () => bomb('deflate', deflateSync(large(), { level: 1 }))],
		['as brotli', () => bomb('br', brotliCompressSync(large(), QUICK))],
	];

	it.each(sampled(replies, ([name]) => name))(
		'is interrupted after 100 MB, and not requested again: %s',
		async (_, replyOf) => {
			await inAHurry(async () => {
				await atEndlessSite(replyOf(), async ({ credentials, asked, open }) => {
					const memory = await memoryOf(async () => {
						const error = await failureOf(execute({ parameters: get, credentials }));
						expect(error.message).toBe('The response of the service is larger than 100 MB');
						expect(asked).toHaveLength(1);
						await closed(open);
					});
					expect(memory).toBeLessThan(400 * MB);
				});
			});
		},
	);

	it('to a write counts as success because of its status', async () => {
		await atEndlessSite(flood, async ({ credentials, asked }) => {
			const [item] = await execute({ parameters: create, credentials });
			expect(item?.json).toMatchObject({ success: true });
			expect(asked).toHaveLength(1);
		});
	});
});
