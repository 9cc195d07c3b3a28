import { findings, operation, pick, resource } from './define';

export const site = resource({
	label: 'Site',
	entity: {
		question: 'string',
		points: 'string',
		about: 'string',
		behaviour: 'string',
		certainty: 'string',
		meaning: 'string',
		evidence: 'string',
		fitsDocument: 'boolean',
		setting: 'string',
	},
	operations: {
		check: operation('GET /api/apps/forms', {
			name: 'Check',
			action: 'Check site',
			description:
				'Find out how your site behaves where its documentation is silent. Sends up to 60 requests, which only read.',
			params: {},
			options: {
				checkedForm: pick('Form', 'form', {
					place: 'local',
					description: 'The form to check first. By default, the form with the most records.',
				}),
				checkedUser: pick('User', 'user', {
					place: 'local',
					description: 'The user whose notices to read first',
				}),
			},
			returns: findings,
			runs: { kind: 'check' },
		}),
	},
});
