import type { Form } from '../../sandbox/service/resources.ts';

/** The form that the page is shown with: a field of each kind that a person fills in. */
export const supportForm: Form = {
	id: 1,
	name: 'Support requests',
	prefix: 'SR-',
	digits: 5,
	startDay: '2026/01/01',
	endDay: '9999/12/31',
	readablePeriod: 120,
	explanation: 'What colleagues need help with',
	note: '',
	creatorCode: 'ada',
	createdAt: '2026/01/01',
	updaterCode: 'ada',
	updatedAt: '2026/01/01',
	icon: { name: 'lifebuoy', src: '' },
	statuses: ['Received', 'Done'],
	simpleSearch: ['subject'],
	filters: [{ id: 'mine', label: 'Assigned to me', userField: 'agents' }],
	fields: [
		{
			fieldId: 1,
			fieldType: 'text',
			caption: 'Subject',
			uniqueId: 'subject',
			required: true,
			max_length: 60,
		},
		{
			fieldId: 2,
			fieldType: 'textArea',
			caption: 'Description',
			uniqueId: 'description',
			autolink: '1',
		},
		{
			fieldId: 3,
			fieldType: 'comboBox',
			caption: 'Priority',
			uniqueId: 'priority',
			selectItems: [
				{ id: 1, selectName: 'Low' },
				{ id: 2, selectName: 'Normal', regulationValue: true },
				{ id: 3, selectName: 'High' },
			],
		},
		{
			fieldId: 4,
			fieldType: 'checkBox',
			caption: 'Affected',
			uniqueId: 'affected',
			multiple: true,
			selectItems: [
				{ id: 1, selectName: 'Mail' },
				{ id: 2, selectName: 'Network' },
				{ id: 3, selectName: 'Printing' },
			],
		},
		{ fieldId: 5, fieldType: 'date', caption: 'Needed by', uniqueId: 'needed' },
		{ fieldId: 6, fieldType: 'number', caption: 'Cost', uniqueId: 'cost', digit: 2 },
		{ fieldId: 7, fieldType: 'userSelection', caption: 'Agents', uniqueId: 'agents' },
		{
			fieldId: 8,
			fieldType: 'detailTable',
			caption: 'Work done',
			uniqueId: 'work',
			subTable: [
				{ fieldId: 9, fieldType: 'text', caption: 'Work', uniqueId: 'what' },
				{ fieldId: 10, fieldType: 'number', caption: 'Hours', uniqueId: 'hours', max: 24 },
			],
		},
	],
};

export const organization = { code: 'it', name: 'IT', kana: 'it' };

export const people = [
	{ code: 'ada', name: 'Ada Palmer' },
	{ code: 'ben', name: 'Ben <b>Ortiz</b>' },
].map((person) => ({
	...person,
	kana: person.code,
	loginId: person.code,
	loginPass: 'secret-1',
	organizationCode: 'it',
}));

export const hostile = '<img src=x onerror="document.title=1">';
