import { noAnswers } from '../../scripts/probe/answers';
import {
	PROBE_REQUESTS,
	probeRequestOf,
	MOST_PROBE_REQUESTS,
	sentOf,
} from '../../scripts/probe/requests';
import { findingsOf, QUESTIONS } from '../../scripts/probe/findings';
import type { ProbeReply } from '../../scripts/probe/probe-reply';
import { announcement } from '../../scripts/probe/report';
import { probeSite } from '../../scripts/probe/probe-site';
import { settings } from '../n8n/dialects/settings';

const SECRET = 'only-here';

const replied = (body: unknown, status = 200): ProbeReply => ({
	status,
	headers: { date: SECRET, 'x-other': SECRET },
	body,
	sentMs: 0,
	receivedMs: 10,
});

const user = { code: SECRET, name: SECRET, expire: SECRET };
const row = (recordId: number) => ({
	...{ recordId, updatedAt: SECRET, createdAt: SECRET, creatorCode: SECRET, isDeleted: SECRET },
	record: { [SECRET]: SECRET, list: [SECRET], table: [{ [SECRET]: SECRET }] },
});
const field = (uniqueId: string) => ({
	...{ uniqueId, fieldType: SECRET, caption: SECRET, multiple: SECRET, requiredId: SECRET },
	selectItems: [{ selectName: SECRET }],
});
/** Replies to any request with a text of the site in every place. */
const telling = {
	forms: [{ id: 7, name: `${SECRET} and more`, count: 9, digits: SECRET, startDay: SECRET }],
	user: [user],
	fields: [field(SECRET), { ...field('table'), subTable: [{ uniqueId: SECRET }] }],
	records: Array.from({ length: 20 }, (_, n) => row(n + 1)),
	comments: [{ content: SECRET, file: [{ name: SECRET, content: SECRET }] }],
	code: SECRET,
	notices: [{ appsId: SECRET, noticeList: [{ id: SECRET, count: SECRET }] }],
	errors: { code: SECRET, message: SECRET, details: [{ message: SECRET }] },
};

test('every point of the list has a question, and every question its requests', () => {
	const inOrder = (rows: readonly number[]) => [...new Set(rows)].sort((a, b) => a - b);
	const asked = inOrder(QUESTIONS.flatMap((one) => one.rows));
	expect(asked).toEqual(inOrder(settings.map(({ row }) => row)));
	const names = QUESTIONS.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	for (const { asks } of QUESTIONS)
		for (const ask of asks) expect(probeRequestOf(ask).name).toBe(ask);
	// Every request serves a question.
	const sent = new Set(QUESTIONS.flatMap(({ asks }) => asks));
	expect(PROBE_REQUESTS.map(({ name }) => name).filter((name) => !sent.has(name))).toEqual([]);
});

test('the costs are known before it begins', () => {
	const said = announcement().join('\n');
	expect(said).toContain(`up to ${PROBE_REQUESTS.length} requests`);
	const numbers = [...said.matchAll(/^ +(\d+) {2}/gm)].map(([, number]) => Number(number));
	expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(PROBE_REQUESTS.length);
});

test('without replies nothing is claimed', () => {
	const findings = findingsOf(noAnswers({}));
	expect(findings.filter(({ behaviour }) => behaviour !== undefined)).toEqual([]);
	for (const { certainty } of findings) expect(certainty).toMatch(/^(unsure|needs writing)$/);
});

test.each([
	['never comes', undefined],
	['is a failure', replied('', 503)],
	[
		'says that the limit is reached',
		replied({ errors: { message: 'Request exhausted per 100 second' } }, 402),
	],
	['says that the key is not valid', replied({}, 401)],
])('a reply that %s: 60 requests at most', async (_, reply) => {
	const answers = await probeSite({}, () => Promise.resolve(reply));
	expect(sentOf(answers)).toBeLessThanOrEqual(MOST_PROBE_REQUESTS);
});

test('nothing of the site gets into a finding', async () => {
	for (const status of [200, 400, 404]) {
		const answers = await probeSite({ form: 7, user: SECRET }, () =>
			Promise.resolve(replied(telling, status)),
		);
		expect(JSON.stringify(findingsOf(answers))).not.toContain(SECRET);
	}
});
