import { flag, operation, pick, rows, text, type Resource } from './define';
import { form, recordId } from './fields/shared';

const commentId = pick('Comment', 'comment', { description: 'The comment of the record' });

const downloadFiles = flag('Download Files', {
	place: 'local',
	description: 'Whether to download attached files into the binary fields file_0, file_1 and so on',
});

const entity = {
	id: 'number',
	content: 'string',
	parentId: 'number',
	creatorCode: 'string',
	creator: 'string',
	createdAt: 'string',
	target: 'array',
	replyTarget: 'object',
	file: 'array',
	isDeleted: 'number',
} as const;

export const comment = {
	label: 'Comment',
	entity,
	simplified: Object.keys(entity).filter((name) => name !== 'replyTarget'),
	operations: {
		create: operation('POST /api/apps/{appsId}/records/{recordId}/comments', {
			description: 'Add a comment to a record, with files and recipients',
			params: {
				form,
				recordId,
				content: text('Content', { multiline: true, description: 'The text of the comment' }),
				creatorCode: pick('Author', 'user', { description: 'The user who writes the comment' }),
			},
			additionalFields: {
				file: {
					kind: 'files',
					label: 'Input Data Field Names',
					placeholder: 'e.g. data,invoice',
					description: 'Comma-separated names of the input fields that hold the files to attach',
				},
				parentCommentId: pick('Parent Comment', 'comment', {
					wire: 'parentId',
					min: -1,
					description: 'The comment to reply to, or -1 for none',
				}),
				target: rows(
					'Notify',
					{
						userCode: pick('User', 'user'),
						organizationCode: pick('Organization', 'organization'),
						positionCode: pick('Position', 'position'),
					},
					{ row: 'Recipient', description: 'The users, organizations and positions to notify' },
				),
			},
			returns: { kind: 'created', identity: 'commentId' },
		}),
		delete: operation('DELETE /api/apps/{appsId}/records/{recordId}/comments/{commentId}', {
			description: 'Delete a comment of a record',
			params: { form, recordId, commentId },
			returns: { kind: 'deleted' },
		}),
		get: operation('GET /api/apps/{appsId}/records/{recordId}/comments/{commentId}', {
			description: 'Return one comment of a record',
			params: { form, recordId, commentId },
			options: { downloadFiles },
			returns: { kind: 'one', root: 'comment' },
		}),
		getAll: operation('GET /api/apps/{appsId}/records/{recordId}/comments', {
			description: 'Return many comments of a record',
			params: { form, recordId },
			options: { downloadFiles },
			returns: { kind: 'many', root: 'comments' },
			runs: { kind: 'pages' },
		}),
	},
} satisfies Resource;
