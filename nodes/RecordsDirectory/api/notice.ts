import { choice, operation, pick, type Resource } from './define';

export const notice = {
	label: 'Notice',
	entity: {
		code: 'string',
		appsId: 'string',
		appsName: 'string',
		icon: 'object',
		id: 'string',
		label: 'string',
		count: 'number',
		url: 'string',
	},
	operations: {
		getAll: operation('GET /api/common/notices/{code}', {
			description: 'Return many notices of a user: counters such as "Assigned to me: 7"',
			params: {
				code: pick('User', 'user', { description: 'The user whose notices to return' }),
				split: choice(
					'Output',
					[
						{ name: 'One Item per Notice', value: 'notice' },
						{ name: 'One Item per User', value: 'person' },
					],
					{ place: 'local', default: 'notice' },
				),
			},
			returns: { kind: 'notices' },
		}),
	},
} satisfies Resource;
