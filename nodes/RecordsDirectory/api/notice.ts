import { choice, notices, operation, pick, resource } from './define';

const split = choice(
	'Output',
	[
		{ name: 'One Item per Notice', value: 'notice' },
		{ name: 'One Item per Person', value: 'person' },
	],
	{ place: 'local', default: 'notice' },
);

export const notice = resource({
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
		get: operation('GET /api/common/notices/{code}', {
			name: 'Get',
			action: 'Get notices',
			description: 'Read the notices of a person with their counts',
			params: {
				code: pick('User', 'user', { description: 'The employee number of the person' }),
				split,
			},
			returns: notices,
		}),
	},
});
