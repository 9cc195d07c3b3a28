import { operation, type Resource } from './define';
import { form as formField, nameSearch } from './fields/shared';

export const form = {
	label: 'Form',
	entity: {
		id: 'number',
		name: 'string',
		prefix: 'string',
		digits: 'number',
		startDay: 'string',
		endDay: 'string',
		readablePeriod: 'number',
		explanation: 'string',
		note: 'string',
		size: 'number',
		count: 'number',
		creatorCode: 'string',
		createdAt: 'string',
		updaterCode: 'string',
		updatedAt: 'string',
	},
	simplified: ['id', 'name', 'prefix', 'explanation', 'count', 'startDay', 'endDay', 'updatedAt'],
	operations: {
		get: operation('GET /api/apps/forms/{appsId}', {
			description: 'Return the definition of one form',
			params: { form: formField },
			returns: { kind: 'one' },
		}),
		getAll: operation('GET /api/apps/forms', {
			description: 'Return many form definitions',
			params: {},
			filters: nameSearch,
			returns: { kind: 'many', root: 'forms' },
			runs: { kind: 'pages' },
		}),
	},
} satisfies Resource;
