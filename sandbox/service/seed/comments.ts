import type { CommentBody } from '../comment-changes.ts';
import { at } from './records.ts';

const report = Buffer.from('Tray 2 was open.\nClosed it, test page printed.\n').toString('base64');

/** Comment ids are 1 to 5 in this order. */
export const comments: (CommentBody & { recordId: number; createdAt: string })[] = [
	{
		recordId: 1,
		createdAt: at(2),
		content: 'Which printer is it, the one by the window?',
		creatorCode: 'E0001',
		target: [{ userCode: 'E0008', organizationCode: 'ORG08', positionCode: 'P5' }],
	},
	{
		recordId: 1,
		createdAt: at(2.5),
		content: 'Yes, the one by the window.',
		creatorCode: 'E0008',
		parentId: 1,
		target: [{ userCode: 'E0001', organizationCode: 'ORG01', positionCode: 'P1' }],
	},
	{
		recordId: 1,
		createdAt: at(3),
		content: 'Solved, see the report.',
		creatorCode: 'E0001',
		file: [{ name: 'report.txt', type: 'text/plain', content: report }],
	},
	{
		recordId: 2,
		createdAt: at(4),
		content: 'Please try again after a restart.',
		creatorCode: 'E0002',
		target: [{ userCode: 'E0009' }],
	},
	{
		recordId: 3,
		createdAt: at(5),
		content: 'Accounting will send a corrected invoice.',
		creatorCode: 'E0003',
		target: [{ organizationCode: 'ORG02' }],
	},
];
