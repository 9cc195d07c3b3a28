import { byId } from '../../support/world';
import { fails, firstPage, send, wholeList, type Scenario } from './scenario';

const address = 'https://your-site.example.com/forms/2/records/7';

export const form = {
	'form.get': {
		given: { form: byId(1), simplify: false },
		sends: [send.get('/api/apps/forms/1')],
		gives: [expect.objectContaining({ id: 1, name: 'Support Requests', digits: 5, count: 40 })],
		fails: fails({ form: byId('first') }, /'Form' is not a whole number/),
	},
	'form.getAll': {
		given: { filters: { name: 'Orders' } },
		sends: [send.get('/api/apps/forms', { name: 'Orders', ...firstPage })],
		gives: [expect.objectContaining({ id: 4, name: 'Orders' })],
		fails: fails({ limit: 0 }, /'Limit'/),
	},
	'field.get': {
		given: { form: byId(1), fieldId: byId(6) },
		sends: [send.get('/api/apps/1/fields/6')],
		gives: [
			expect.objectContaining({ fieldId: 6, uniqueId: 'field-6', selectItems: expect.any(Array) }),
		],
		fails: fails({ fieldId: byId(999) }, /^Not Found/, 1),
	},
	'field.getAll': {
		given: { form: { __rl: true, mode: 'url', value: address }, returnAll: true },
		sends: [send.get('/api/apps/2/fields', wholeList)],
		gives: expect.arrayContaining([
			expect.objectContaining({ uniqueId: 'field-21', primaryKey: true }),
		]),
		fails: fails({ form: byId(99) }, /^Not Found/, 1),
	},
	'notice.getAll': {
		given: { code: byId('E0001') },
		sends: [send.get('/api/common/notices/E0001')],
		gives: expect.arrayContaining([
			expect.objectContaining({
				...{ code: 'E0001', appsName: 'Support Requests' },
				...{ label: expect.any(String), count: expect.any(Number) },
			}),
		]),
		fails: fails({ code: byId('E9999') }, /^Not Found/, 1),
	},
} satisfies Record<string, Scenario>;
