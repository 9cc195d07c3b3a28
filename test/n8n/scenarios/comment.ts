import { file } from '../../support/n8n';
import { byId } from '../../support/world';
import type { Scenario } from './scenario';

const path = '/api/apps/1/records/1/comments';
const of = { form: byId(1), recordId: byId(1) };

export const comment = {
	'comment.create': {
		given: {
			...of,
			recordId: byId('SUP00001'),
			content: 'Please look',
			creatorCode: byId('E0001'),
			additionalFields: {
				file: 'data',
				parentCommentId: byId(1),
				target: {
					row: [
						{ userCode: byId('E0002'), organizationCode: byId(''), positionCode: byId('') },
						{ userCode: '', organizationCode: 'ORG03', positionCode: byId('P4') },
					],
				},
			},
		},
		items: [{ json: {}, binary: { data: file('note.txt', 'text/plain', 'Hello') } }],
		sends: [
			{ method: 'GET', path: '/api/apps/1/records/1' },
			{
				method: 'POST',
				path,
				body: {
					content: 'Please look',
					creatorCode: 'E0001',
					file: [{ name: 'note.txt', type: 'text/plain', content: 'SGVsbG8=' }],
					parentId: 1,
					target: [{ userCode: 'E0002' }, { organizationCode: 'ORG03', positionCode: 'P4' }],
				},
			},
		],
		gives: [
			{
				...{ success: true, action: 'created', appsId: 1, recordId: 1 },
				commentId: expect.any(Number),
			},
		],
		fails: {
			given: { additionalFields: { parentCommentId: byId(-2) } },
			message: /'Parent Comment' is -2/,
			requests: 0,
		},
	},
	'comment.delete': {
		given: { ...of, commentId: byId(1) },
		sends: [{ method: 'DELETE', path: `${path}/1` }],
		gives: [{ deleted: true, appsId: 1, recordId: 1, commentId: 1 }],
		fails: { given: { commentId: byId(999) }, message: /^Not Found/, requests: 1 },
	},
	'comment.get': {
		given: { ...of, commentId: byId(1) },
		sends: [{ method: 'GET', path: `${path}/1` }],
		gives: [expect.objectContaining({ id: 1, content: expect.any(String) })],
		fails: { given: { recordId: byId('') }, message: /'Record' is empty/, requests: 0 },
	},
	'comment.getAll': {
		given: { ...of, limit: 2000 },
		sends: [{ method: 'GET', path, query: { page: '1', limit: '1000' } }],
		gives: expect.arrayContaining([expect.objectContaining({ id: 1 })]),
		fails: { given: { recordId: byId(9999) }, message: /^Not Found/, requests: 1 },
	},
} satisfies Record<string, Scenario>;
