import { scratched, scratchFieldsOf, type ScratchIo } from '../../scripts/probe/scratch-run';
import type { ScratchTrace } from '../../scripts/probe/scratch-trace';
import type { JsonObject } from '../../nodes/RecordsDirectory/core/json';
import { hugeId } from '../../sandbox/service/ids';
import type { Field } from '../../sandbox/service/resources';
import type { Service } from '../../sandbox/service/service';
import { scratchFields, scratchForm as FORM } from '../../sandbox/start/alone';
import type { Send } from '../../scripts/probe/pace';
import { heldBy } from '../n8n/faults/site';

const { primaryKey: _, ...title } = scratchFields[0]!;
/** The least that the form must have, and all that the probe can use of it: a key field, users and a formula. */
export const FIELDS: Readonly<Record<ScratchKind, Field[]>> = {
	least: [title, scratchFields[1]!],
	whole: scratchFields,
};
const USER = { code: 'E0003', name: 'Chika Mori' };
const BEFORE = 3;
const MARK = 'probe-of-the-test';
const OF_OTHERS = 'of others, meanwhile';

export type ScratchKind = 'least' | 'whole';

interface Around {
	readonly kind: ScratchKind;
	readonly send: Send;
	/** Lets time pass at the service. */
	pass(ms: number): void;
	/** Milliseconds that have passed there. */
	passed(): number;
}

/** Lets the probe write to a form of its own, and sees to it that everything else stays as it was. */
export async function scratchedSite(
	service: Service,
	{ kind, send, pass, passed }: Around,
): Promise<ScratchTrace> {
	const { store } = service;
	const [form] = store.forms.list();
	store.addForm({ ...form!, id: FORM, name: 'Scratch', prefix: 'SCR', fields: FIELDS[kind] });
	const record = (title: string) => ({ values: { 'field-51': title, 'field-52': 'kept' } });
	// One looks like a record of the probe and is older.
	store.addRecords(FORM, [record('of others'), record('of others'), record(`${MARK} old`)]);
	const before = heldBy(service);
	let isFirst = true;
	const io: ScratchIo = {
		wait: (ms) => Promise.resolve(pass(ms)),
		now: () => Date.now() + passed(),
		send: async (request) => {
			const reply = await send(request);
			// Others use the form as well, right after the first record was created.
			if (request.method === 'POST' && isFirst) store.addRecords(FORM, [record(OF_OTHERS)]);
			isFirst &&= request.method !== 'POST';
			return reply;
		},
	};
	const id = service.dialect.ids === 'huge' ? String(hugeId(FORM)) : FORM;
	const fields = scratchFieldsOf(FIELDS[kind] as unknown as JsonObject[])!;
	const trace = await scratched({ form: id, mark: MARK, user: USER }, fields, io);
	const held = heldBy(service);
	expect(held.filter((row) => !isYounger(row))).toEqual(before);
	const ofOthers = held.filter((row) => isYounger(row) && row.includes(OF_OTHERS));
	expect(ofOthers.map((row) => JSON.parse(row).isDeleted)).toEqual(isFirst ? [] : [0]);
	const own = store.records.select(FORM, {
		where: [`recordId > ${BEFORE}`, 'isDeleted = 0', `data NOT LIKE '%${OF_OTHERS}%'`],
		values: [],
		order: 'recordId',
		limit: 100,
		offset: 0,
	});
	// It names what it could not delete.
	expect([own.length > 0, trace.left.length > 0 || trace.isDoubtful]).not.toEqual([true, false]);
	return trace;
}

/** A record that was not there before. */
function isYounger(row: string): boolean {
	const { appsId, recordId } = JSON.parse(row) as Record<string, unknown>;
	return appsId === FORM && Number(recordId) > BEFORE;
}
