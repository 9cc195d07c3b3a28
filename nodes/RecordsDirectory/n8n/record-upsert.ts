import { resources } from '../api';
import { batchesOf, grouped } from '../core/batches';
import { keyReader, matchFields, wantedKey } from '../core/form/match';
import { listOf } from '../core/identifiers';
import { rowsIn, type Row } from '../core/json';
import type { Values } from '../core/limits';
import { Refusal } from '../core/refusal';
import { pathOf } from '../core/request';
import { collect } from './collect';
import type { Checked, Fail, Job, Step } from './job';
import type { Mapped } from './parameters';
import { recordBody } from './single';

const { record } = resources;
const list = { resource: record, operation: record.operations.getAll };

/** An item and the record it is to change; none for one that is to be created. */
interface Planned extends Checked {
	readonly recordId?: number;
}

/**
 * Creates by imports of a hundred, updates one by one or by import. What is there already is found by
 * one pass over each form's list, which shows nothing but the fields that are matched on.
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
		for (const one of await plan(job, items, fail)) planned.push(one);
	}
	const isImported = ({ recordId, values }: Planned) =>
		recordId === undefined || values.updateByImport === true;
	const singly = planned.filter((one) => !isImported(one));
	return [
		...importSteps(job, root, planned.filter(isImported)),
		...singly.map((one) => ({ items: [one.item], work: async () => [await update(job, one)] })),
	];
}

const matchOn = ({ mapped, matchOn: named }: Values): readonly string[] => {
	const chosen = (mapped as Mapped | undefined)?.matchOn ?? [];
	return chosen.length > 0 ? chosen : listOf(named ?? []);
};

async function plan(job: Job, items: readonly Checked[], fail: Fail): Promise<Planned[]> {
	const { values: target } = items[0]!;
	const by = matchFields(await job.forms(Number(target.form)), matchOn(target));
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
	const keyOf = keyReader(by);
	const found = new Map<string, number[]>();
	const search = { form: target.form, fields: by.map(({ id }) => id).join() };
	for await (const rows of collect(job.client, list, search, wanted.size > 0 ? Infinity : 0)) {
		for (const row of rowsIn(rows)) {
			const key = keyOf((row.record ?? {}) as Row);
			if (wanted.has(key)) found.set(key, [...(found.get(key) ?? []), Number(row.recordId)]);
		}
	}
	return [...wanted].flatMap(([key, one]) => {
		const [recordId, ...others] = found.get(key) ?? [];
		if (others.length > 0) fail(one.item, several([Number(recordId), ...others]));
		return others.length > 0 ? [] : [{ ...one, ...(recordId === undefined ? {} : { recordId }) }];
	});
}

const twice = (first: number, second: number) =>
	new Refusal(
		`Items ${first} and ${second} have the same values to match on`,
		'Remove one of them, for example with a Remove Duplicates node.',
	);

const several = (ids: readonly number[]) =>
	new Refusal(
		`Several records match: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' and more' : ''}`,
		'Match on more fields, or correct the records.',
	);

function importSteps({ entry, client }: Job, root: string, planned: readonly Planned[]): Step[] {
	const entries = planned.map((one) => ({
		...one,
		path: pathOf(entry.operation, one.values),
	}));
	return batchesOf(entries).map(({ path, entries: batch }) => ({
		items: batch.map(({ item }) => item),
		async work() {
			const rows = batch.map(({ recordId, values }) => ({ recordId, record: values.record }));
			await client.send({ method: 'POST', path, query: {}, body: { [root]: rows } });
			return batch.map((one) => [outputOf(one)]);
		},
	}));
}

async function update(job: Job, planned: Planned) {
	const values = { ...planned.values, recordId: planned.recordId };
	const path = pathOf(record.operations.get, values);
	const body = await recordBody(job, values, path);
	await job.client.send({ method: 'PUT', path, query: {}, body });
	return [outputOf(planned)];
}

const outputOf = ({ item, recordId }: Planned) => ({
	json: {
		success: true,
		action: recordId === undefined ? 'created' : 'updated',
		...(recordId === undefined ? {} : { recordId }),
	},
	pairedItem: { item },
});
