import { resources } from '../api';
import { grouped, inWords, type Some } from '../core/batches';
import type { FormField } from '../core/form/definition';
import { keyReader, matchFields, wantedKey } from '../core/form/match';
import { merged } from '../core/form/merge';
import { listOf } from '../core/identifiers';
import { numeric, type Row } from '../core/json';
import type { Values } from '../core/limits';
import { Refusal } from '../core/refusal';
import { collect } from './collect';
import type { Checked, Fail, Job, Step } from './job';
import type { Mapped } from './parameters';
import { writeSteps, type Planned } from './record-writes';

const { record } = resources;
const list = { resource: record, operation: record.operations.getAll };

/**
 * Creates by imports of a hundred, updates one by one or by import. What is there already is found by
 * one pass over each form's list, which shows nothing but the fields that are needed.
 */
export async function recordUpsertSteps(
	job: Job,
	root: string,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const planned: Planned[] = [];
	const targetOf = ({ values }: Checked) => JSON.stringify([values.form, matchOn(values)]);
	for (const [, items] of grouped(checked, targetOf)) {
		const found = await plan(job, items, fail).catch((error: unknown) => {
			// Another form's items are none the worse for it.
			for (const { item } of items) fail(item, error);
			return [];
		});
		for (const one of found) planned.push(one);
	}
	return writeSteps(job, root, planned);
}

const matchOn = ({ mapped, matchOn: named }: Values): readonly string[] => {
	const chosen = (mapped as Mapped | undefined)?.matchOn ?? [];
	return chosen.length > 0 ? chosen : listOf(named ?? []);
};

async function plan(job: Job, items: Some<Checked>, fail: Fail): Promise<Planned[]> {
	const [{ values: target }] = items;
	const fields = await job.forms(Number(target.form));
	const by = matchFields(fields, matchOn(target));
	const wanted = new Map<string, Checked>();
	for (const one of items) {
		try {
			const key = wantedKey(by, one.values.record as Row);
			const other = wanted.get(key);
			if (other) throw twice(other.item, one.item);
			wanted.set(key, one);
		} catch (error) {
			fail(one.item, error);
		}
	}
	const found = wanted.size > 0 ? await search(job, items, fields, by, wanted) : new Map();
	return [...wanted].flatMap(([key, one]) => {
		const matching: readonly Row[] = found.get(key) ?? [];
		if (matching.length > 1) fail(one.item, several(matching));
		return matching.length > 1 ? [] : [plannedOf(one, fields, matching[0])];
	});
}

/** The records that the items match, by what they are matched on. */
async function search(
	{ client }: Job,
	items: readonly Checked[],
	fields: readonly FormField[],
	by: readonly FormField[],
	wanted: ReadonlyMap<string, Checked>,
): Promise<ReadonlyMap<string, readonly Row[]>> {
	const isWhole = items.some(({ values }) => values.wholeRecord === true);
	const needed = new Set([...by, ...fields.filter(({ isKey }) => isKey)].map(({ id }) => id));
	const shown = isWhole ? {} : { fields: [...needed].join() };
	const keyOf = keyReader(by);
	const found = new Map<string, Row[]>();
	const form = items[0]?.values.form;
	for await (const rows of collect(client, list, { form, ...shown }, Infinity)) {
		for (const row of rows) {
			const key = keyOf((row.record ?? {}) as Row);
			if (!wanted.has(key) || Number(numeric(row.isDeleted ?? 0)) !== 0) continue;
			found.set(key, [...(found.get(key) ?? []), row]);
		}
	}
	return found;
}

function plannedOf(one: Checked, fields: readonly FormField[], row: Row | undefined): Planned {
	const changes = one.values.record as Row;
	if (!row) return { ...one, fields, body: changes };
	const kept = one.values.wholeRecord === true ? 'whole' : 'keys';
	const current = (row.record ?? {}) as Row;
	const body = merged(fields, current, changes, kept, { zone: 'UTC' });
	return { ...one, fields, body, recordId: Number(row.recordId) };
}

const twice = (first: number, second: number) =>
	new Refusal(
		`Items ${first} and ${second} have the same values to match on`,
		'Remove one of them, for example with a Remove Duplicates node.',
	);

const several = (rows: readonly Row[]) =>
	new Refusal(
		`Several records match: ${inWords(rows.map(({ recordId }) => String(recordId)))}`,
		'Match on more fields, or correct the records.',
	);
