import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { atEndlessSite, type EndlessSite, type Reply } from '../../support/endless';
import { contextOf, execute, listSearch } from '../../support/n8n';
import { jsonOf } from '../../support/world';
import { create, errorOf, failureOf, get, remove, update } from '../runs';
import { arrived, inPassingTime, until } from './passing-time';

const RECORD = '{"appsId":1,"recordId":1,"record":{"field-1":"x"}}';
const json = { 'content-type': 'application/json' };

/** A reply of which only the head and the first characters have arrived. */
const begun =
	(status: number, headers: object = json): Reply =>
	(response) => {
		response.writeHead(status, { ...headers });
		response.write('{"appsId":1,');
	};
const whole: Reply = (response) => void response.writeHead(200, json).end(RECORD);

interface Site extends EndlessSite {
	/** The replies so far, in the order of the requests. */
	readonly replies: ServerResponse[];
	/** Sends more of the first reply until the node has closed the connection. */
	closed(): Promise<void>;
	pass(ms: number): void;
	/** Waits until this many requests have arrived, and what their replies have so far has as well. */
	asks(count: number): Promise<void>;
}

/** A site that replies as listed, the last one also to all further requests. */
async function replying(all: readonly Reply[], test: (site: Site) => Promise<void>) {
	const replies: ServerResponse[] = [];
	const reply: Reply = (response, request) => {
		replies.push(response);
		all[Math.min(replies.length, all.length) - 1]!(response, request);
	};
	await inPassingTime(async ({ pass }) => {
		await atEndlessSite(reply, async (site) => {
			const asks = async (count: number) => {
				await until(() => replies.length >= count);
				await arrived();
			};
			const closed = () => until(() => !replies[0]!.write(' ') && replies[0]!.destroyed);
			await test({ ...site, replies, closed, pass, asks });
		});
	});
}

const silent: Reply = () => {};
const TOO_SLOW = 'The response of the service did not end within 10 min 0 s';
const IN_DOUBT = {
	outcome: 'unknown',
	description: expect.stringMatching(/Unknown: item 0 may have been saved/),
};

describe('a reply without data for two minutes is cut off', () => {
	it('and requested again if it is a read', async () => {
		await replying([begun(200), whole], async ({ credentials, asks, pass, closed, asked }) => {
			const run = execute({ parameters: get, credentials });
			await asks(1);
			pass(119_000);
			await arrived();
			expect(asked).toHaveLength(1);
			pass(2_000);
			expect(jsonOf(await run)).toEqual([expect.objectContaining({ recordId: 1 })]);
			await closed();
			expect(asked).toHaveLength(2);
		});
	});

	it('and decided by its status if it is a write', async () => {
		await replying([begun(201)], async ({ credentials, asks, pass, asked }) => {
			const run = execute({ parameters: create, credentials });
			await asks(1);
			pass(121_000);
			expect(jsonOf(await run)).toEqual([expect.objectContaining({ success: true })]);
			expect(asked).toHaveLength(1);
		});
	});
});

describe('a reply that has not ended after ten minutes', () => {
	/** Some data comes every hundred seconds, the last time 50 seconds before the end. */
	const forTenMinutes = async ({ asks, pass, replies }: Site) => {
		await asks(1);
		for (const ms of [100_000, 100_000, 100_000, 100_000, 100_000, 50_000]) {
			pass(ms);
			replies[0]!.write(' ');
			await arrived();
		}
		pass(51_000);
	};

	it.each([
		[200, get, 'ETIMEDOUT', /^The service is too slow/],
		[300, get, '300', /^The node does not follow redirects/],
		[404, get, '404', /^One of the IDs or codes does not exist/],
		[400, create, '400', /^Fix what the message names/],
	])('with status %s fails as the status says', async (status, parameters, httpCode, advice) => {
		await replying([begun(status)], async (site) => {
			const { credentials, closed, asked } = site;
			const run = failureOf(execute({ parameters, credentials }));
			await forTenMinutes(site);
			const error = await run;
			expect(error.description).toMatch(advice);
			expect(error.httpCode).toBe(httpCode);
			if (status === 200) expect(error.message).toBe(TOO_SLOW);
			await closed();
			expect(asked).toHaveLength(1);
		});
	});

	it('is success of a write, as its status says', async () => {
		await replying([begun(201)], async (site) => {
			const run = execute({ parameters: create, credentials: site.credentials });
			await forTenMinutes(site);
			expect(jsonOf(await run)).toEqual([expect.objectContaining({ success: true })]);
		});
	});
});

describe('a reply that has not begun after ten minutes', () => {
	it.each<[string, INodeParameters, object]>([
		['get', get, { outcome: 'failed', description: expect.stringMatching(/^The service is too/) }],
		['create', create, IN_DOUBT],
		['update', update, IN_DOUBT],
	])('is not requested again, and its connection is closed: %s', async (_, parameters, error) => {
		await replying([silent], async ({ credentials, asks, pass, asked, closed, replies }) => {
			const run = execute({ parameters, credentials, continueOnFail: true });
			await asks(1);
			pass(599_000);
			await arrived();
			pass(2_000);
			const [item] = await run;
			expect(errorOf(item)).toMatchObject({ message: TOO_SLOW, ...error });
			expect(asked).toHaveLength(1);
			replies[0]!.write(' ');
			await arrived();
			pass(1);
			await closed();
		});
	});
});

describe('an execution that is cancelled while a reply arrives', () => {
	it.each([
		['get', get, 200, /^$/],
		['create', create, 201, /Unknown: item 0 may have been saved/],
		['delete', remove, 200, /Unknown: item 0 may have been deleted/],
	])('ends, whatever the status: %s', async (_, parameters, status, effect) => {
		await replying([begun(status)], async ({ credentials, asks, closed, asked }) => {
			const controller = new AbortController();
			const run = failureOf(execute({ parameters, credentials, abort: controller.signal }));
			await asks(1);
			controller.abort();
			const error = await run;
			expect(error.message).toBe('The execution was canceled while a request was being sent');
			expect(error.description ?? '').toMatch(effect);
			await closed();
			expect(asked).toHaveLength(1);
		});
	});
});

it('a list of the editor closes the connection of a reply that it no longer waits for', async () => {
	await replying([silent], async ({ credentials, asks, pass, closed }) => {
		const run = failureOf(listSearch('searchForm', { parameters: {}, credentials }));
		await asks(1);
		pass(601_000);
		expect((await run).message).toMatch(/^The response of the service did not end within/);
		await closed();
	});
});

it.each([
	['soon', 5_000, false],
	['after half a minute, so that the service may still work on it', 30_000, true],
])('a connection is closed without a reply %s', async (_, ms, mayStillRun) => {
	const gone: Reply = (response) => void (closing = () => void response.destroy());
	let closing = () => {};
	await replying([gone], async ({ credentials, asks, pass }) => {
		const client = await connect(contextOf({ parameters: create, credentials }));
		const failing = client.send({ method: 'POST', path: '/api/apps/1/records', query: {} });
		const failed = failing.catch((error: unknown) => error);
		await asks(1);
		pass(ms);
		closing();
		expect(await failed).toMatchObject({ kind: 'network', ambiguous: true, mayStillRun });
	});
});
