import { RECORDS, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

describe('a failure of a later poll', () => {
	it('repeats no key, whatever the service says', async () => {
		await watching({}, async ({ service, poll }) => {
			await poll();
			const message = 'The key sandbox-key is not welcome';
			const details = [{ message: 'sandbox-key!' }];
			service.faults.add({
				path: RECORDS,
				answer: { status: 403, body: { errors: { code: 403, message, details } } },
			});
			const error = (await poll().catch((thrown: Error) => thrown)) as Error;
			// n8n shows nothing else where publishing fails.
			expect(error.message).toMatch(
				/^The key \*\*\* is not welcome: \*\*\*! The API key may lack the permission/,
			);
			expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain('sandbox-key');
		});
	});
});
