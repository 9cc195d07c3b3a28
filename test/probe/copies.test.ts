import { scratched, scratchFieldsOf } from '../../scripts/probe/scratch-run';
import type { JsonObject } from '../../nodes/RecordsDirectory/core/json';
import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import { startAlone, scratchForm } from '../../sandbox/start/alone';
import type { Values } from '../../sandbox/service/resources';
import type { Dialect, Service } from '../../sandbox/service/service';
import { senderTo } from '../../scripts/probe/connection';
import { sampled } from '../support/effort';

const MARK = 'p1a2b3c';

/** What an automation of the site copies, and how many of the following requests pass before it does. */
interface Automation {
	readonly copies: 'created' | 'updated' | 'both';
	readonly after: number;
}

const idsIn = (store: Service['store'], where: string[] = []) =>
	store.records
		.select(scratchForm, { where, values: [], order: 'recordId', limit: 100, offset: 0 })
		.map(({ recordId }) => recordId);

/** Copies records of the form with all their texts; returns the IDs of the copies. */
function automate({ store, events, log }: Service, { copies, after }: Automation) {
	const made: number[] = [];
	const due: Array<{ readonly at: number; readonly values: Values }> = [];
	const copyDue = () => {
		for (let next = due[0]; next && next.at <= log.length; next = due[0]) {
			due.shift();
			store.addRecords(scratchForm, [{ values: next.values }]);
			made.push(Math.max(...idsIn(store)));
		}
	};
	events.on('record', ({ action, appsId, recordId }) => {
		const { data } = store.records.get(scratchForm, recordId) ?? {};
		const isWanted = action !== 'deleted' && (copies === 'both' || action === copies);
		if (appsId === scratchForm && isWanted && data)
			due.push({ at: log.length + after, values: JSON.parse(data) as Values });
		copyDue();
	});
	return { made, copyDue };
}

const answers: ReadonlyArray<Partial<Dialect>> = [
	{ createRecordAnswer: 'empty' },
	{ createRecordAnswer: 'record' },
	{ createRecordAnswer: 'location' },
];
const others: ReadonlyArray<Partial<Dialect>> = [
	{},
	{ importRecords: 'alwaysCreates', importFailure: 'rowsBeforeStay' },
	{ updateBody: 'replace', deletedListed: true, deletedReadable: true },
];
const cases = answers.flatMap((answer) =>
	others.flatMap((other) =>
		(['created', 'updated', 'both'] as const).flatMap((copies) =>
			[0, 1, 4].map((after) => ({ dialect: { ...answer, ...other }, copies, after })),
		),
	),
);

/** Lets the probe write to the form; calls `change` with the body of each request before it is sent. */
async function wrote(service: Service, change: (body: unknown) => unknown) {
	const send = senderTo({ baseUrl: service.url, apiKey: 'sandbox-key' });
	const definitions = service.store.forms.get(scratchForm)!.fields as unknown as JsonObject[];
	return await scratched({ form: scratchForm, mark: MARK }, scratchFieldsOf(definitions)!, {
		wait: () => Promise.resolve(),
		now: Date.now,
		send: async ({ body, ...request }) =>
			await send({ ...request, body: change(body) as ApiRequest['body'] }),
	});
}

const nameOf = (one: (typeof cases)[number]) => JSON.stringify(one);

test.each(sampled(cases, nameOf, 1 / 8))('copies of others stay: %j', async (one) => {
	const { dialect, ...automation } = one;
	const service = await startAlone(0, dialect);
	const { made, copyDue } = automate(service, automation);
	const { left, isDoubtful } = await wrote(service, (body) => {
		copyDue();
		return body;
	});
	const touched = service.log.filter(({ method, path }) => {
		const id = Number(/records\/(\d+)$/.exec(path)?.[1]);
		return method !== 'GET' && made.includes(id);
	});
	const there = idsIn(service.store, ['isDeleted = 0']);
	await service.close();
	expect(made.length).toBeGreaterThan(0);
	expect(touched).toEqual([]);
	expect(there).toEqual(expect.arrayContaining(made));
	// It knows that something is left, and deletes what is certainly its own.
	expect([isDoubtful, left]).toEqual([true, []]);
	if (dialect.createRecordAnswer !== 'empty') expect(there).not.toContain(1);
});

test.each([
	[9, false],
	[6, true],
])('a site that shortens texts to %d letters leaves a doubt: %s', async (most, isInDoubt) => {
	const service = await startAlone(0, {});
	const shorten = (text: string) => (text.startsWith(MARK) ? text.slice(0, most) : text);
	const trace = await wrote(service, (body) =>
		JSON.parse(JSON.stringify(body ?? null), (_, value: unknown) =>
			typeof value === 'string' ? shorten(value) : value,
		),
	);
	const there = idsIn(service.store, ['isDeleted = 0']);
	await service.close();
	expect([trace.isDoubtful, there.length > 0]).toEqual([isInDoubt, isInDoubt]);
});

test('a field that is too short for its texts is not written to', () => {
	const title = { fieldId: 1, fieldType: 'text', uniqueId: 'field-1', required: true };
	const note = { fieldId: 2, fieldType: 'text', uniqueId: 'field-2' };
	expect(scratchFieldsOf([{ ...title, max_length: 9 }, note])).toBeDefined();
	expect(scratchFieldsOf([{ ...title, max_length: 8 }, note])).toBeUndefined();
	expect(scratchFieldsOf([title, { ...note, max_length: 8 }])).toBeUndefined();
});
