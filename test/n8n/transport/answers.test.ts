import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allInAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { inWorld, jsonOf } from '../../support/world';
import { byMethod, create, failureOf, importing, remove, subjectDone, update } from '../runs';

allInAHurry();

const json = { 'content-type': 'application/json' };

describe('an answer that is cut off', () => {
	it('still reports the new record by its header', async () => {
		const dialect = { createRecordAnswer: 'location' } as const;
		await inWorld({ dialect }, async ({ service, credentials }) => {
			service.faults.add({ answer: { cut: true } });
			const output = await execute({ parameters: create, credentials });
			expect(jsonOf(output)).toEqual([subjectDone('x', { appsId: 1, recordId: 41 })]);
			expect(service.log).toHaveLength(1);
		});
	});
});

describe('a write that any status of success answered', () => {
	const text = { 'content-type': 'text/plain' };
	const html = { 'content-type': 'text/html' };
	const answers = [
		{ status: 200, headers: text, body: 'OK' },
		{ status: 201, headers: text, body: 'OK' },
		{ status: 201, headers: html, body: 'OK' },
		{ status: 202, headers: json, body: '"accepted"' },
		{ status: 202, headers: json, body: '{"job": 7}' },
		{ status: 204, body: '' },
		{ status: 299, body: '' },
	].map((answer) => [`${answer.status} with ${answer.body || 'nothing'}`, answer] as const);

	it.each(answers)('is done, and invites nobody to repeat it: %s', async (_, answer) => {
		for (const parameters of [create, importing, update, remove]) {
			await inWorld({}, async ({ service, credentials }) => {
				service.faults.add({ answer: { ...answer, takesEffect: true } });
				const [output] = await execute({ parameters, credentials });
				expect(output?.json).toMatchObject(
					parameters === remove ? { deleted: true } : { success: true },
				);
				expect(service.log).toHaveLength(1);
			});
		}
	});
});

describe('a redirect', () => {
	it.each([
		[301, 'GET'],
		[302, 'POST'],
		[303, 'PUT'],
		[307, 'POST'],
		[308, 'DELETE'],
	] as const)('%s is not followed, so the key stays: %s', async (status, method) => {
		const seen: string[] = [];
		const other = createServer(({ url, headers }, response) => {
			seen.push(`${url} ${JSON.stringify(headers)}`);
			response.end('{}');
		}).listen(0, '127.0.0.1');
		await new Promise((listening) => other.once('listening', listening));
		const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/apps/1/records/1`;
		try {
			await inWorld({}, async ({ service, credentials }) => {
				service.faults.add({ answer: { status, headers: { location }, body: '' } });
				const error = await failureOf(execute({ parameters: byMethod[method], credentials }));
				expect(error).toMatchObject({
					httpCode: String(status),
					description: expect.stringMatching(/The node does not follow redirects/),
				});
				expect(service.log).toHaveLength(1);
			});
		} finally {
			other.closeAllConnections();
			await new Promise((closed) => other.close(closed));
		}
		expect(seen).toEqual([]);
	});
});
