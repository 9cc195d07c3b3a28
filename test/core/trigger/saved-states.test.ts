import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import type { ChangeState } from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { DeletionState } from '../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import {
	FieldHistoryPoll,
	propertyReader,
	type FieldHistoryState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import { NoticePoll, type NoticeState } from '../../../nodes/RecordsDirectory/core/trigger/notices';
import { poll, row, tied } from './changes/polls';
import * as deletions from './deletions/polls';

const statusIn = propertyReader('status');

const recordRow = (row: {
	recordId: number;
	status: string;
	createdAt: string;
	updatedAt: string;
}) => ({
	...row,
	raw: row,
});

/*
 * States as this package saves them. n8n keeps such states, so from 1.0.0 on they stay as they are: every later
 * version must be able to use them.
 */
const VERSIONS_OF_THREE =
	'"2026-01-01 00:16:40":{"3":"e0cf84ae"},"2026-01-01 00:15:50":{"2":"36af0f13"},"2026-01-01 00:15:00":{"1":"37c59dae"}';
const VERSIONS_FROM_11_TO_20 =
	'"11":"79e53271","12":"31191dfd","13":"86359a90","14":"03194ce1","15":"55b47c75","16":"3707aed3","17":"dd52cc8a","18":"9fd9705d","19":"aaa61852","20":"a0ed4747"';
const VERSIONS_FROM_21_TO_30 =
	'"21":"72da9fd4","22":"a4197614","23":"b25558e7","24":"e80fbad0","25":"a7de4c42","26":"b8ea6811","27":"dce3bfa6","28":"63a8773a","29":"fe927c65","30":"19128d41"';

const OPEN =
	'{"scope":"s","newest":"2026-01-01 00:16:50","newestReadAt":9000,"windowStart":"2026-01-01 00:15:10","seen":{"2026-01-01 00:16:40":{"3":"e0cf84ae"},"2026-01-01 00:15:50":{"2":"36af0f13"},"2026-01-01 00:16:50":{"4":"fedc4c69"}}}';
const CLOSED =
	'{"scope":"s","newest":"2026-01-01 00:16:40","newestReadAt":0,"windowStart":"2026-01-01 00:16:41","seen":{}}';
const CUT = `{"scope":"s","newest":"2026-01-01 00:16:40","newestReadAt":0,"windowStart":"2026-01-01 00:15:00","seen":{${VERSIONS_OF_THREE},"2026-01-01 00:16:41":{${VERSIONS_FROM_11_TO_20},${VERSIONS_FROM_21_TO_30}}},"scan":{"windowStart":"2026-01-01 00:15:00","newestAtStart":"2026-01-01 00:16:41","settledBefore":"2026-01-01 00:15:01","walk":{"order":"recordId","size":10,"wantedSize":10,"at":9,"back":0,"stalls":0,"edge":21,"last":21},"largestPage":20,"requests":2,"startedAt":{"date":60000,"shows":"2026-01-01 00:16:41","spread":[0,3600],"at":60000},"crowd":"2026-01-01 00:16:41"}}`;
const CUT_BY_ID = `{"scope":"s","newest":"2026-01-01 00:16:40","windowStart":"2026-01-01 00:15:00","seen":{${VERSIONS_OF_THREE},"2026-01-01 00:16:41":{${VERSIONS_FROM_21_TO_30}}},"scan":{"windowStart":"2026-01-01 00:15:00","newestAtStart":"2026-01-01 00:16:41","settledBefore":"2026-01-01 00:15:01","walk":{"order":"recordId","size":10,"wantedSize":10,"at":9,"back":0,"stalls":0,"edge":21,"last":21},"largestPage":20,"requests":2,"crowd":"2026-01-01 00:16:41"}}`;
const UNPROVEN = `{"scope":"s","newest":"2026-01-01 00:16:41","newestReadAt":60000,"windowStart":"2026-01-01 00:15:00","unproven":60000,"seen":{${VERSIONS_OF_THREE},"2026-01-01 00:16:41":{${VERSIONS_FROM_11_TO_20},${VERSIONS_FROM_21_TO_30}}}}`;
const UNSTEADY =
	'{"scope":"s","newest":"2026-01-01 00:16:40","newestReadAt":0,"windowStart":"2026-01-01 00:15:00","seen":{},"unsteady":["record.clock"]}';
const SINCE =
	'{"scope":"s","newest":"","windowStart":"2026-01-01 00:15:50","seen":{"2026-01-01 00:16:40":{"3":"e0cf84ae"}},"scan":{"purpose":"existing","windowStart":"2026-01-01 00:15:50","newestAtStart":"2026-01-01 00:16:40","settledBefore":"2026-01-01 00:15:00","walk":{"order":"updatedAt","size":10,"wantedSize":10,"at":0,"back":0,"stalls":0,"edge":"2026-01-01 00:16:40","last":"2026-01-01 00:16:40"},"largestPage":20,"requests":1,"startedAt":{"date":0,"shows":"2026-01-01 00:16:40","spread":[0,3600],"at":0}}}';
const DELETIONS =
	'{"scope":"a","listed":".0+5.+b.+8.2+s","dead":".8","hidden":".j","pending":".u","emitted":".6..k","emittedAgain":{"7":1},"largestPage":60,"leave":true,"isWeighed":true,"hiddenAt":13,"sincePatrol":5}';
const DELETIONS_BASELINE =
	'{"scope":"a","listed":".c+1b","largestPage":25,"sweep":{"kind":"baseline","walk":{"order":"recordId","size":25,"wantedSize":25,"at":47,"back":0,"stalls":0,"edge":13,"last":13},"largestPage":25,"records":48},"sincePatrol":1}';
const NOTICES =
	'{"scope":"s","users":[{"code":"f","known":[{"appsId":"7","appsName":"Support","id":"b","label":"To do","url":"https://x/b","count":4,"changes":1}]}]}';

const three = [row(1, 900), row(2, 950), row(3, 1_000)];
const crowd = [...three, ...tied(11, 30, 1_001)];

describe('a saved state of changes continues', () => {
	test.each([
		[
			'with its window open',
			OPEN,
			[...three, row(4, 1_010), row(5, 1_020), row(6, 915), row(7, 909)],
			[6, 5],
		],
		['with its window closed', CLOSED, [...three, row(4, 1_010), row(5, 1_000)], [4]],
		['in the midst of a crowded second', CUT, [...crowd, ...tied(5, 9, 1_001)], [5, 6, 7, 8, 9]],
		['in the midst of a walk by record ID', CUT_BY_ID, crowd, tied(11, 20, 1_001)],
		['with a second that is to be proven', UNPROVEN, [...crowd, row(40, 1_002)], [40]],
		['in the midst of records since a time', SINCE, [...three, row(4, 949), row(5, 1_001)], [2, 5]],
	])('%s', (_, saved, list, told) => {
		const ids = told.map((one) => (typeof one === 'number' ? one : one.recordId));
		let state = JSON.parse(saved) as ChangeState;
		const found: number[] = [];
		for (let now = 70; now < 400; now += 60) {
			const next = poll(state, { list, now }, { pageSize: 10 });
			found.push(...next.told.map(Number));
			({ state } = next);
		}
		expect(found).toEqual(ids);
	});
});

test('a saved state that knows what differs with every reply continues', () => {
	let state = JSON.parse(UNSTEADY) as ChangeState;
	const found = [1, 2, 3].map((clock) => {
		const list = [row(2, 700), row(4, 1_010)].map((one) => ({
			...one,
			raw: { ...one.raw, record: { sum: 1, clock } },
		}));
		const next = poll(state, { list, now: 60 * clock });
		({ state } = next);
		return next.told;
	});
	expect(found).toEqual([[4], [], []]);
});

describe('a saved state of deletions continues', () => {
	const listed = [...deletions.without(60, 7, 9, 20, 30, 31), { recordId: 9, isDeleted: true }];

	test('with what is pending, hidden, listed as deleted and told before', () => {
		const first = deletions.poll(JSON.parse(DELETIONS) as DeletionState, { listed });
		expect(first.told).toEqual(['recordDeleted:4:31:1']);
		const back = [...listed, 7, 30];
		const second = deletions.poll(first.state, { listed: back });
		const third = deletions.poll(second.state, { listed }, { patrolEvery: 1 });
		expect(third.asked).toContain('record 20');
		expect(third.told).toEqual([
			'recordDeleted:4:7:3',
			'recordDeleted:4:20:1',
			'recordDeleted:4:30:2',
		]);
	});

	test('in the midst of its baseline', () => {
		const all = deletions.range(1, 60);
		const first = deletions.poll(JSON.parse(DELETIONS_BASELINE) as DeletionState, { listed: all });
		expect(first.told).toEqual([]);
		const gone = deletions.poll(first.state, { listed: deletions.without(60, 1, 60) });
		expect(gone.told).toEqual(['recordDeleted:4:1:1', 'recordDeleted:4:60:1']);
	});
});

const INCREASED = {
	event: 'noticeCountIncreased',
	emits: triggerEvents.noticeCountIncreased.source.emits,
} as const;

test('a saved state of notices continues', () => {
	const rows = [{ appsId: 7, appsName: 'Support', id: 'b', label: 'To do', count: 5 }];
	const codes = ['f', 'g'];
	const polling = new NoticePoll(JSON.parse(NOTICES) as NoticeState, { ...INCREASED, codes });
	for (let user = 0; user < 2; user++) polling.take({ rows });
	const { events } = polling.end();
	expect(events).toMatchObject([
		{ eventId: 'noticeCountIncreased:f:7:b:2:4:5', count: 5, previousCount: 4 },
	]);
});

const historyFrom = (
	saved: string,
	pageSize: number,
	event: ConstructorParameters<typeof FieldHistoryPoll>[1]['event'] = 'recordStatusChanged',
) =>
	new FieldHistoryPoll(JSON.parse(saved) as FieldHistoryState, {
		event,
		appsId: 4,
		overlapSeconds: 100,
		maxRequests: 30,
		pageSize,
		watched: statusIn,
	});

const COUNTED =
	'"since":"2026-01-01 00:14:00","counted":{"records":2,"newest":"2026-01-01 00:16:00"}';
const HELD = `${CLOSED.slice(0, -1)},"ledger":{"1":"Open","2":"Done","3":""},${COUNTED}}`;
const UNLISTED = `${CLOSED.slice(0, -1)},"ledger":{"1":"Open","2":"Done","3":""},"unlisted":["1"],${COUNTED}}`;

test.each([
	['', HELD],
	[', with some that were not listed', UNLISTED],
])('a saved state of what records held%s continues', (_, saved) => {
	const polling = historyFrom(saved, 100);
	const [createdAt, updatedAt] = ['2026-01-01 00:15:00', '2026-01-01 00:16:50'];
	const rows = ['Done', 'Done', 'New'].map((status, i) =>
		recordRow({ recordId: 3 - i, status, createdAt, updatedAt }),
	);
	polling.take({ rows });
	expect(polling.request).toBeUndefined();
	expect(polling.end().events).toMatchObject([
		{ row: { recordId: 1 }, previous: 'Open' },
		{ row: { recordId: 3 }, previous: '' },
	]);
});

const SWEPT_DOWN_TO_4 = `${CLOSED.slice(0, -1)},"sweep":{"walk":{"order":"recordId","size":10,"wantedSize":10,"at":0,"back":0,"stalls":0,"edge":4,"last":4},"largestPage":20,"records":1}`;
const FIRST_SWEEP = `${SWEPT_DOWN_TO_4.replace('"seen":{}', '"seen":{"2026-01-01 00:16:40":{"2":"e0cf84ae"}}')},"ledger":{"4":"Open"},"since":"2026-01-01 00:16:41"}`;
const LATER_SWEEP = `${SWEPT_DOWN_TO_4},"ledger":{"1":"Open","2":"Done","3":"Open","4":"Open","9":"Done"},"unlisted":["9"],${COUNTED}}`;
const EMITTED = `${SWEPT_DOWN_TO_4},"ledger":{"4":"Open"},"since":"2026-01-01 00:16:41","emitsSince":"2026-01-01 00:13:30"}`;
const ROUND =
	'{"scope":"s","users":[{"code":"f","known":[{"appsId":"7","appsName":"Support","id":"b","label":"To do","url":"https://x/b","count":4,"changes":1}]},{"code":"h","isGone":true}],"next":"h"}';

test.each([
	['recordStatusChanged', { 4: 'Open', 3: 'Done', 2: 'Done', 1: 'Done' }],
	// Record 3 was created later: the changes emit it.
	['recordCreatedOrUpdated', { 4: 'Open', 2: 'Done', 1: 'Done' }],
] as const)('a saved state in the midst of the first sweep continues: %s', (event, known) => {
	const polling = historyFrom(FIRST_SWEEP, 10, event);
	expect(polling.request).toMatchObject({ order: 'recordId:desc', page: 1 });
	const [before, after] = ['2026-01-01 00:15:00', '2026-01-01 00:16:50'];
	polling.take({
		rows: [before, after, after, before].map((createdAt, i) =>
			recordRow({ recordId: 4 - i, status: 'Done', createdAt, updatedAt: after }),
		),
	});
	const { events, state } = polling.end();
	expect(events).toEqual([]);
	expect(state).toMatchObject({
		since: '2026-01-01 00:16:41',
		counted: { newest: '2026-01-01 00:16:40' },
	});
	// What is known already is left to the changes, so that they emit it.
	expect(state.ledger).toEqual(known);
	expect(state.sweep).toBeUndefined();
});

test('a saved state in the midst of a first sweep that emits records continues', () => {
	const polling = historyFrom(EMITTED, 10);
	const row = (recordId: number, updatedAt: string) =>
		recordRow({ recordId, status: 'Done', createdAt: '2026-01-01 00:13:00', updatedAt });
	polling.take({
		rows: [
			row(4, '2026-01-01 00:16:00'),
			row(3, '2026-01-01 00:13:30'),
			row(2, '2026-01-01 00:13:29'),
			{ ...row(1, '2026-01-01 00:16:00'), isDeleted: true },
		],
	});
	const { events, state } = polling.end();
	expect(events).toMatchObject([{ event: 'recordUpdated', row: { recordId: 3 } }]);
	expect([state.sweep, state.emitsSince]).toEqual([undefined, undefined]);
});

test('a saved state in the midst of a later sweep continues', () => {
	const polling = historyFrom(LATER_SWEEP, 10);
	expect(polling.request).toMatchObject({ order: 'recordId:desc', page: 1 });
	const [createdAt, updatedAt] = ['2026-01-01 00:15:00', '2026-01-01 00:16:00'];
	polling.take({
		rows: [4, 2].map((recordId) => recordRow({ recordId, status: 'Open', createdAt, updatedAt })),
	});
	const { events, state } = polling.end();
	const { ledger, unlisted, counted } = state;
	expect(events).toMatchObject([{ row: { recordId: 2 }, previous: 'Done' }]);
	expect([ledger, unlisted]).toEqual([
		{ 1: 'Open', 2: 'Open', 3: 'Open', 4: 'Open', 9: 'Done' },
		['9', '1', '3'],
	]);
	expect(counted?.records).toBe(2);
});

test.each([
	['00:14:59', ['9']],
	['00:15:00', ['1', '9']],
])(
	'a record that was missing before and is again is forgotten after the look-back window: %s',
	(newest, missing) => {
		const saved = LATER_SWEEP.replace('["9"]', '["1","3","9"]').replace(
			'00:16:00"}',
			`${newest}"}`,
		);
		const polling = historyFrom(saved, 10);
		const [createdAt, updatedAt] = ['2026-01-01 00:15:00', '2026-01-01 00:16:00'];
		polling.take({
			rows: [4, 3, 2].map((recordId) => recordRow({ recordId, status: '', createdAt, updatedAt })),
		});
		const { ledger, unlisted } = polling.end().state;
		expect(unlisted).toEqual(missing);
		const first = missing.includes('1') && { 1: 'Open' };
		expect(ledger).toEqual({ ...first, 2: '', 3: '', 4: 'Open', 9: 'Done' });
	},
);

test('a saved state in the midst of a round over users continues', () => {
	const polling = new NoticePoll(JSON.parse(ROUND) as NoticeState, {
		...INCREASED,
		codes: ['f', 'g', 'h'],
	});
	const rows = [{ appsId: 7, appsName: 'Support', id: 'b', label: 'To do', count: 5 }];
	expect(polling.request).toBe('h');
	polling.take({ rows });
	polling.take({ rows });
	const { events, state, warnings } = polling.end();
	expect([events.map(({ code }) => code), state.next]).toEqual([['f'], 'g']);
	expect(warnings).toEqual([expect.stringContaining('user h can be read again')]);
});
