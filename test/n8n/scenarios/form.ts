import { byId } from '../../support/world';
import { firstPage, type Scenario } from './scenario';

export const form = {
	'form.get': {
		given: { form: byId(1), simplify: false },
		sends: [{ method: 'GET', path: '/api/apps/forms/1' }],
		gives: [expect.objectContaining({ id: 1, name: 'Support Requests', digits: 5, count: 40 })],
		fails: { given: { form: byId('first') }, message: /'Form' is not a whole number/, requests: 0 },
	},
	'form.getAll': {
		given: { filters: { name: 'Orders' } },
		sends: [{ method: 'GET', path: '/api/apps/forms', query: { name: 'Orders', ...firstPage } }],
		gives: [expect.objectContaining({ id: 4, name: 'Orders' })],
		fails: { given: { limit: 0 }, message: /'Limit'/, requests: 0 },
	},
	'field.get': {
		given: { form: byId(1), fieldId: byId(6) },
		sends: [{ method: 'GET', path: '/api/apps/1/fields/6' }],
		gives: [
			expect.objectContaining({ fieldId: 6, uniqueId: 'field-6', selectItems: expect.any(Array) }),
		],
		fails: { given: { fieldId: byId(999) }, message: /^Not Found/, requests: 1 },
	},
	'field.getAll': {
		given: {
			form: {
				__rl: true,
				mode: 'url',
				value: 'https://your-site.example.com/forms/2/records/7',
			},
			returnAll: true,
		},
		sends: [{ method: 'GET', path: '/api/apps/2/fields', query: { page: '1', limit: '1000' } }],
		gives: expect.arrayContaining([
			expect.objectContaining({ uniqueId: 'field-21', primaryKey: true }),
		]),
		fails: { given: { form: byId(99) }, message: /^Not Found/, requests: 1 },
	},
	'notice.getAll': {
		given: { code: byId('E0001') },
		sends: [{ method: 'GET', path: '/api/common/notices/E0001' }],
		gives: expect.arrayContaining([
			expect.objectContaining({
				code: 'E0001',
				appsName: 'Support Requests',
				label: expect.any(String),
				count: expect.any(Number),
			}),
		]),
		fails: { given: { code: byId('E9999') }, message: /^Not Found/, requests: 1 },
	},
} satisfies Record<string, Scenario>;
