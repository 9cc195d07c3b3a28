import { execute } from '../support/n8n';
import { byId, inWorld } from '../support/world';
const create = { resource: 'record', operation: 'create', form: byId(1), specifyRecord: 'json', recordJson: '{"field-1":"x"}' };
it('cut post', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.faults.add({ answer: { cut: true } });
		await execute({ parameters: create, credentials }).then((o) => console.log(o), (e) => console.log(e.httpCode));
	});
});
it('cut get', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.faults.add({ answer: { status: 400, body: { errors: { code: 400, message: 'x' }}} });
		await execute({ parameters: create, credentials }).then((o) => console.log(o), (e) => console.log(e.httpCode, e.constructor.name, Object.keys(e)));
	});
});
