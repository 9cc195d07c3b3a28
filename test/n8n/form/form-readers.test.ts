import { formReaders } from '../../../nodes/RecordsDirectory/n8n/form/form-readers';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { contextOf } from '../../support/n8n';
import { test } from '../../support/world';
import { failureOf, get } from '../runs';

const FORM = 1;

test.each([
	[401, undefined, 'The fields of the form cannot be read: Unauthorized'],
	[403, undefined, 'The fields of the form cannot be read: Access Denied'],
	[400, undefined, 'The fields of the form cannot be read: Bad Request'],
	[404, undefined, 'The fields of the form cannot be read: Not Found: form 1'],
	// These are no fault of the form, and every other request has them as well.
	[200, { fields: 'none' }, 'The response is not from the records service'],
	[200, { message: 'Maintenance' }, 'The response is not from the records service: Maintenance'],
	[
		402,
		{ errors: { code: 402, message: 'Request exhausted per month' } },
		'Request exhausted per month',
	],
])(
	'a reply %s with %j to the request for the fields says so: %s',
	async ({ service, credentials }, status, body, message) => {
		service.faults.add({ answer: { status, body } });
		const { forms } = formReaders(await connect(contextOf({ parameters: get, credentials })));
		const error = await failureOf(forms(FORM));
		expect(error).toMatchObject({ name: 'Failure', message });
		// All items share it.
		expect(await failureOf(forms(FORM))).toBe(error);
		expect(service.log).toHaveLength(1);
	},
);

test('each form is read once', async ({ service, credentials }) => {
	const { forms } = formReaders(await connect(contextOf({ parameters: get, credentials })));
	const [first, other, again] = await Promise.all([1, 2, 1].map(forms));
	expect(first?.[0]).toMatchObject({ id: 'field-1', caption: 'Subject' });
	expect(other?.[0]).toMatchObject({ id: 'field-21' });
	expect(again).toBe(first);
	expect(service.log).toHaveLength(2);
});
