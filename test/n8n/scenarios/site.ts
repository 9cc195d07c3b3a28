import { QUESTIONS } from '../../../nodes/RecordsDirectory/core/probe/findings';
import type { Sent } from '../../support/world';
import { byId } from '../../support/world';
import type { Scenario } from './scenario';

const get = (path: string, query: Record<string, string | number> = {}): Sent => ({
	method: 'GET',
	path,
	...(Object.keys(query).length > 0 && {
		query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
	}),
});

const whole = { page: 1, limit: 1000 };
const some = { page: 1, limit: 100 };
const ORDERS = '/api/apps/4/records';
const orders = (query = {}) => get(ORDERS, query);
const WORD = 'zq7xv0kwj3hy9pfm2ut6cb8d';
/** By the number of their records. */
const FORMS = [4, 1, 3, 2];

export const site = {
	'site.check': {
		given: { options: { checkedUser: byId('E0020') } },
		sends: [
			get('/api/apps/forms', whole),
			get('/api/admin/users/E0020'),
			get('/api/admin/users', { page: 1, limit: 50 }),
			...FORMS.map((form) => get(`/api/apps/${form}/fields`, whole)),
			orders(whole),
			...FORMS.slice(1).map((form) => get(`/api/apps/${form}/records`, some)),
			orders({ page: 2, limit: 1000 }),
			orders(),
			orders({ page: 2 }),
			orders(),
			orders({ page: 1, limit: 1001 }),
			orders({ page: 1_000_000, limit: 1000 }),
			orders({ order: 'creatorCode:desc', ...whole }),
			orders({ order: 'creatorCode:desc', ...whole }),
			orders({ order: 'creatorCode:asc', ...whole }),
			orders({ query: 'this is (no query', page: 1, limit: 50 }),
			orders({ fields: WORD, page: 1, limit: 1 }),
			orders({ page: 0, limit: 1 }),
			orders({ fields: 'field-45[1]', page: 1, limit: 50 }),
			...FORMS.map((form) =>
				get(`/api/apps/${form}/records`, { keyword: WORD, page: 1, limit: 5 }),
			),
			...FORMS.map((form) => get(`/api/apps/${form}/records/1/comments`, some)),
			...['E0020', 'E0001', 'E0002', 'E0003'].map((code) => get(`/api/common/notices/${code}`)),
			...['Support Requests', 'Sup', 'upp', 'sUPPORT rEQUESTS'].map((name) =>
				get('/api/apps/forms', { name, ...whole }),
			),
			get('/api/apps/forms/999999999'),
			get('/api/no-such-path'),
			orders(whole),
		],
		gives: QUESTIONS.map(({ name }) => expect.objectContaining({ question: name })),
		fails: {
			given: { options: { checkedForm: byId('first') } },
			message: /'Form' is not a whole number/,
			requests: 0,
		},
	},
} satisfies Record<string, Scenario>;
