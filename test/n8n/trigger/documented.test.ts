import { readFileSync } from 'node:fs';
import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { formId, watching, type Watching } from '../../support/watching';

const REQUESTS = 1;
const SITE = 'https://your-site.example.com';

const request = {
	'field-1': 'Projector does not start',
	'field-2': 'The screen stays black',
	'field-3': [{ code: 'E0002', name: 'Ben Carter' }],
	'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }],
	'field-5': [],
	'field-6': 'High',
	'field-7': ['Phone'],
	'field-8': '2026-03-04',
	'field-9': 0.5,
	'field-10': '',
};

const add = ({ service }: Watching) =>
	service.store.createRecord(REQUESTS, request, { by: 'E0002', status: 'In progress' }).recordId;
const close = ({ service }: Watching, recordId: number) =>
	void service.store.updateRecord(
		REQUESTS,
		recordId,
		{ 'field-10': 'The cable was loose' },
		{ by: 'E0001', status: 'Closed' },
	);
const remove = ({ service }: Watching, recordId: number) =>
	void service.store.deleteRecord(REQUESTS, recordId);

/** What happens to a support request that exists; without it, its creation is the event. */
const HAPPENS: Record<string, typeof close | undefined> = {
	recordUpdated: close,
	recordStatusChanged: close,
	recordDeleted: remove,
	noticeCountChanged: close,
};

/** The examples of docs/events.md, by the name of the event. */
const examples = Object.fromEntries(
	[...readFileSync('docs/events.md', 'utf8').matchAll(/```json\n([^`]*)```/g)].map(
		([, json = '']) => {
			const example = JSON.parse(json) as { event: string };
			return [example.event, example];
		},
	),
);

/** Every event but the one that emits the items of two others. */
const events = Object.keys(triggerEvents).filter((name) => name !== 'recordCreatedOrUpdated');

test.each(events)('docs/events.md shows an item of %s as the trigger emits it', async (event) => {
	const code = { __rl: true, mode: 'id', value: 'E0001' };
	const given = { event, form: formId(REQUESTS), code, options: { names: 'captions' } };
	const happens = HAPPENS[event];
	await watching({ given }, async (life) => {
		const recordId = happens && add(life);
		await life.poll();
		life.pass(3600);
		if (happens && recordId !== undefined) happens(life, recordId);
		else add(life);
		const items = JSON.stringify(await life.poll()).replaceAll(life.service.url, SITE);
		expect(JSON.parse(items)).toEqual([examples[event]]);
	});
});
