import type { ChangeState } from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import {
	FieldHistoryPoll,
	type FieldHistoryState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import { poll, row, tied } from './changes/polls';

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
const CUT = `{"scope":"s","newest":"2026-01-01 00:16:40","newestReadAt":0,"windowStart":"2026-01-01 00:15:00","seen":{${VERSIONS_OF_THREE},"2026-01-01 00:16:41":{${VERSIONS_FROM_11_TO_20},${VERSIONS_FROM_21_TO_30}}},"scan":{"windowStart":"2026-01-01 00:15:00","newestAtStart":"2026-01-01 00:16:41","settledBefore":"2026-01-01 00:15:01","walk":{"order":"recordId","size":10,"wantedSize":10,"at":9,"back":0,"stalls":0,"top":30,"edge":21,"last":21},"largestPage":20,"requests":2,"startedAt":{"date":60000,"shows":"2026-01-01 00:16:41","spread":[0,3600],"at":60000},"crowd":"2026-01-01 00:16:41"}}`;
const UNPROVEN = `{"scope":"s","newest":"2026-01-01 00:16:41","newestReadAt":60000,"windowStart":"2026-01-01 00:15:00","unproven":60000,"seen":{${VERSIONS_OF_THREE},"2026-01-01 00:16:41":{${VERSIONS_FROM_11_TO_20},${VERSIONS_FROM_21_TO_30}}}}`;
const SINCE =
	'{"scope":"s","newest":"","windowStart":"2026-01-01 00:15:50","seen":{"2026-01-01 00:16:40":{"3":"e0cf84ae"}},"scan":{"purpose":"existing","windowStart":"2026-01-01 00:15:50","newestAtStart":"2026-01-01 00:16:40","settledBefore":"2026-01-01 00:15:00","walk":{"order":"updatedAt","size":10,"wantedSize":10,"at":0,"back":0,"stalls":0,"edge":"2026-01-01 00:16:40","last":"2026-01-01 00:16:40"},"largestPage":20,"requests":1,"startedAt":{"date":0,"shows":"2026-01-01 00:16:40","spread":[0,3600],"at":0}}}';
const three = [row(1, 900), row(2, 950), row(3, 1_000)];
const crowd = [...three, ...tied(11, 30, 1_001)];

test.each([
	[
		'with its window open',
		OPEN,
		[...three, row(4, 1_010), row(5, 1_020), row(6, 915), row(7, 909)],
		[6, 5],
	],
	['with its window closed', CLOSED, [...three, row(4, 1_010), row(5, 1_000)], [4]],
	['in the midst of a crowded second', CUT, [...crowd, ...tied(5, 9, 1_001)], [5, 6, 7, 8, 9]],
	['with a second that is to be proven', UNPROVEN, [...crowd, row(40, 1_002)], [40]],
	['in the midst of records since a time', SINCE, [...three, row(4, 949), row(5, 1_001)], [2, 5]],
])('a saved state of changes continues: %s', (_, saved, list, told) => {
	let state = JSON.parse(saved) as ChangeState;
	const found: number[] = [];
	for (let now = 70; now < 400; now += 60) {
		const next = poll(state, { list, now }, { pageSize: 10 });
		found.push(...next.told.map(Number));
		({ state } = next);
	}
	expect(found).toEqual(told);
});

const historyFrom = (saved: string, pageSize: number) =>
	new FieldHistoryPoll(JSON.parse(saved) as FieldHistoryState, {
		event: 'recordStatusChanged',
		appsId: 4,
		overlapSeconds: 100,
		maxRequests: 30,
		pageSize,
		watched: ['status'],
	});

const COUNTED =
	'"since":"2026-01-01 00:14:00","counted":{"records":2,"newest":"2026-01-01 00:16:00"}';

const SWEPT_DOWN_TO_4 = `${CLOSED.slice(0, -1)},"sweep":{"walk":{"order":"recordId","size":10,"wantedSize":10,"at":0,"back":0,"stalls":0,"top":4,"edge":4,"last":4},"largestPage":20,"records":1}`;
const LATER_SWEEP = `${SWEPT_DOWN_TO_4},"values":{"1":"[\\"Open\\"]","2":"[\\"Done\\"]","3":"[\\"Open\\"]","4":"[\\"Open\\"]","9":"[\\"Done\\"]"},"unlisted":["9"],${COUNTED}}`;

test('a saved state in the midst of a later sweep continues', () => {
	const polling = historyFrom(LATER_SWEEP, 10);
	expect(polling.request).toMatchObject({ order: 'recordId:desc', page: 1 });
	const [createdAt, updatedAt] = ['2026-01-01 00:15:00', '2026-01-01 00:16:00'];
	polling.take({
		rows: [4, 2].map((recordId) => recordRow({ recordId, status: 'Open', createdAt, updatedAt })),
	});
	const { events, state } = polling.end();
	const { values = {}, unlisted, counted } = state;
	expect(events).toMatchObject([{ row: { recordId: 2 }, earlier: { status: 'Done' } }]);
	expect([Object.entries(values).map(([id, kept]) => id + kept), unlisted]).toEqual([
		['1["Open"]', '2["Open"]', '3["Open"]', '4["Open"]', '9["Done"]'],
		['9', '1', '3'],
	]);
	expect(counted?.records).toBe(2);
});
