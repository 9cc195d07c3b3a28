import { execute } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { create, failureOf } from '../runs';

const said = (message: string, ...details: unknown[]) => ({
	errors: { code: 0, message, details },
});

// n8n would put a phrase of its own in the place of messages that hold such a word.
it.each(['approvePermission', 'EPERM', 'ECONNREFUSED', 'ETIMEDOUT at noon', 'ENOTFOUND', '404'])(
	'leaves the words of the service alone: %s',
	async (word) => {
		await inWorld({}, async ({ service, credentials }) => {
			const detail = `The field [${word}] is wrong`;
			service.faults.add({ answer: { status: 400, body: said('Bad Request', detail) } });
			const error = await failureOf(execute({ parameters: create, credentials }));
			expect(error.message).toBe(`Bad Request: ${detail}`);
			expect(service.log).toHaveLength(1);
		});
	},
);
