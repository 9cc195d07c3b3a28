import { file } from '../../support/n8n';
import { byId } from '../../support/world';
import { done, fails, send, wholeList, type Scenario } from './scenario';

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
			send.get('/api/apps/1/records/1'),
			send.post(path, {
				content: 'Please look',
				creatorCode: 'E0001',
				file: [{ name: 'note.txt', type: 'text/plain', content: 'SGVsbG8=' }],
				parentId: 1,
				target: [{ userCode: 'E0002' }, { organizationCode: 'ORG03', positionCode: 'P4' }],
			}),
		],
		gives: [done('created', { appsId: 1, recordId: 1, commentId: expect.any(Number) })],
		fails: fails({ additionalFields: { parentCommentId: byId(-2) } }, /'Parent Comment' is -2/),
	},
	'comment.delete': {
		given: { ...of, commentId: byId(1) },
		sends: [send.delete(`${path}/1`)],
		gives: [{ deleted: true, appsId: 1, recordId: 1, commentId: 1 }],
		fails: fails({ commentId: byId(999) }, /^Not Found/, 1),
	},
	'comment.get': {
		given: { ...of, commentId: byId(1) },
		sends: [send.get(`${path}/1`)],
		gives: [expect.objectContaining({ id: 1, content: expect.any(String) })],
		fails: fails({ recordId: byId('') }, /'Record' is empty/),
	},
	'comment.getAll': {
		given: { ...of, limit: 2000 },
		sends: [send.get(path, wholeList)],
		gives: expect.arrayContaining([expect.objectContaining({ id: 1 })]),
		fails: fails({ recordId: byId(9999) }, /^Not Found/, 1),
	},
} satisfies Record<string, Scenario>;
