import { recordMatcher } from '../../../core/form/conditions';
import { changesReader, type Lookalikes } from '../../../core/form/equality';
import { entryCode } from '../../../core/directory/plan';
import { isDeleted } from '../../../core/request/reply';
import type { NonEmpty } from '../../../core/grouped';
import { asText, isNothing, jsonObjectsIn, put, textIn, type JsonObject } from '../../../core/json';
import {
	folded,
	foldedWithoutSpaces,
	glimpse,
	listInWords,
	withThousands,
} from '../../../core/text';
import { mistake } from '../../../core/values/input-error';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, isWrittenNothing, type Values } from '../../../core/values/validate';
import { isFilledByModel } from '../../parameters/item-reader';
import { readLayout } from '../../form/form-readers';
import { allEntries, requireRecordId } from '../../transport/list-reader';
import { eachGroup, eachItemWithPauses, type Checked, type Job, type Step } from '../job';
import type { Output } from '../outcomes';
import { eachRecord } from './record-upsert';

export async function lookUpSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	return await eachGroup(job, checked, toSearch, async (items) => {
		const [{ values }] = items;
		const layOut = await readLayout(job.entry.resource, job.forms, values);
		const isSingle = values.form !== undefined && values.severalMatches !== 'all';
		const usual = isSingle ? 'newest' : 'all';
		const { found, others } = await search(job, items, values.keep === 'others' ? 'others' : usual);
		if (values.keep === 'others') {
			const idle = found.filter(({ rows }) => rows.length === 0);
			const counts = [idle, found].map(({ length }) => withThousands(length)).join(' of ');
			if (idle.length > 0) job.outcomes.hint(`${counts} items match nothing.`);
			// An item that cannot be used may match one of them.
			const isWhole = checked.length === job.context.getInputData().length;
			const unmatched = isWhole ? others.map((row) => ({ json: layOut(row) })) : [];
			return [{ items: [toSearch(items[0])], work: async () => [unmatched] }];
		}
		return await eachItemWithPauses(job, found, ({ rows, ...one }): Step => {
			if (values.form === undefined && rows.length > 1)
				throw mistake('severalEntries', { codes: listInWords(rows.map(entryCode)) });
			return { items: [one.item], work: async () => [outputsFor(job, one, rows.map(layOut))] };
		});
	});
}

/** By field values, where an item occurs once per record, or by Identification ID; all before the first is changed. */
export async function withRecordsFound(job: Job, checked: readonly Checked[]) {
	const { findBy, mostRemovals = Infinity } = checked[0]?.values ?? {};
	if (findBy === undefined) return checked;
	if (checked.some(({ values }) => (values.mostRemovals ?? Infinity) !== mostRemovals))
		throw mistake('settingDiffers', { label: 'Removal Limit' });
	if (findBy === 'id' && job.outcomes.plan)
		job.outcomes.hint("A dry run does not check whether records given by 'Record ID' exist.");
	const found =
		findBy === 'id'
			? await eachItemWithPauses(job, checked, job.withRecordId)
			: await withValuesFound(job, checked);
	const mayRepeat = findBy === 'id' && job.entry.operation.returns.kind !== 'deleted';
	const all = mayRepeat ? found : withoutRepeated(job, found);
	if (all.length > mostRemovals) {
		const records = listInWords(all.map(({ values }) => String(values.recordId)));
		const tooMany = mistake('tooManyFound', { count: all.length, most: mostRemovals, records });
		if (!job.outcomes.plan) throw tooMany;
		job.outcomes.plan.wrong = tooMany;
	}
	return all;
}

function withoutRepeated({ outcomes }: Job, found: readonly Checked[]): readonly Checked[] {
	const first = new Map<string, number>();
	const wrong = new Set<number>();
	for (const { item, values } of found) {
		const record = String(values.recordId);
		const key = `${String(values.form)} ${record}`;
		const other = first.get(key) ?? item;
		first.set(key, other);
		if (other === item || wrong.has(item)) continue;
		wrong.add(item);
		outcomes.reject(item, mistake('sameRecord', { first: other, second: item, record }));
	}
	return found.filter(({ item }) => !wrong.has(item));
}

async function withValuesFound(job: Job, checked: readonly Checked[]): Promise<readonly Checked[]> {
	const matches = await eachGroup(job, checked, toSearch, async (items) => {
		const { found, labels, keyIn } = await search(job, items, 'certain');
		const fields = await job.forms(formIn(items[0].values));
		const readChanges = changesReader(job.entry.resource, fields, job.zone.named, items[0].values);
		// Only the plan of a deletion shows its records.
		const isShown = job.outcomes.plan && items[0].values.record === undefined;
		const shown = { form: items[0].values.form, simplify: true };
		const layOut = await readLayout(job.entry.resource, job.forms, shown);
		return await eachItemWithPauses(job, found, ({ rows, ...one }) => {
			const ids = rows.map(requireRecordId);
			if (ids.length === 0)
				throw mistake('noRecordFound', { values: matchedIn(one.values, labels) });
			if (ids.length > 1 && one.values.severalMatches !== 'all')
				throw mistake('severalRecords', { records: listInWords(ids.map(String)) });
			return rows.map((row, n) => ({
				...one,
				values: { ...one.values, recordId: ids[n] },
				check(current: JsonObject) {
					if (isDeleted(current) || keyIn(current) !== keyIn(row))
						throw mistake('changedMeanwhile', { record: requireRecordId(row) });
				},
				...(isShown && { record: layOut(row) }),
				changes: one.values.record && {
					...readChanges(recordIn(row), one.values.record),
					...statusChange(row.status ?? null, one.values.status),
				},
			}));
		});
	});
	return matches.flat();
}

const statusChange = (from: unknown, to: unknown) =>
	to !== undefined && to !== from && { status: { from, to } };

/** Items with the same one share a reading, and a way to show what was found. */
const toSearch = ({ values }: Checked) => {
	const { form, names, usersAs, simplify, severalMatches, keep } = values;
	const layout = [names, usersAs, simplify];
	return JSON.stringify([form, namesIn(values), layout, severalMatches, keep === 'others']);
};

const namesIn = ({ matches }: Values) => jsonObjectsIn(matches).map(({ field }) => textIn(field));
const wantedBy = ({ matches }: Values) => jsonObjectsIn(matches).map(({ value }) => value);

/**
 * Newest first, from one reading of the form or the directory. An item without a value finds nothing.
 * `newest`: only that of each item, and the reading ends when all have it. `certain`: rejects an item without
 * a value, and one that looks for the same as another. `others`: rejects an item without a value, and returns
 * also what no item finds, unless an item was rejected.
 */
async function search(
	job: Job,
	items: NonEmpty<Checked>,
	what: 'newest' | 'all' | 'certain' | 'others',
) {
	const [{ values: alike }] = items;
	const names = namesIn(alike);
	const fields = alike.form === undefined ? undefined : await job.forms(formIn(alike));
	const matcher: Matcher = fields ? recordMatcher(fields, names, job.zone) : entryMatcher(names);
	const { keyIn, labels, lookalikes } = matcher;
	const twice = labels.find((label, n) => labels.indexOf(label) < n);
	if (twice !== undefined) throw mistake('matchedTwice', { field: twice });
	const isCertain = what === 'certain';
	const mustHave = isCertain || what === 'others' || isFilledByModel(job.given.written('matches'));
	/** The first item with each match key, and what was found for all. */
	const wanted = new Map<string, { readonly item: number; readonly rows: JsonObject[] }>();
	const all = await eachItemWithPauses(job, items, (one): Found => {
		const values = wantedBy(one.values);
		const empty = labels.filter((_, n) => isNothing(values[n]) || isWrittenNothing(values[n]));
		if (empty.length > 0 && mustHave)
			throw mistake('nothingToMatch', { fields: empty.join(' and ') });
		if (empty.length > 0) return { ...one, rows: [] };
		const sought = matcher.wantedIn(values);
		const { key, record } = sought;
		const same = wanted.get(key);
		if (same && isCertain) throw mistake('sameMatch', { first: same.item, second: one.item });
		const { item, rows } = same ?? { item: one.item, rows: [] };
		wanted.set(key, { item, rows });
		lookalikes?.takeItem(item, record);
		return { ...one, rows, sought };
	});
	let open = wanted.size;
	const others: JsonObject[] = [];
	const take = (row: JsonObject) => {
		const rows = wanted.get(keyIn(row))?.rows;
		if (!rows) {
			if (what === 'others') others.push(row);
			return lookalikes?.takeRecord(textIn(row.recordId), recordIn(row));
		}
		if (what === 'newest' && rows.length > 0) return;
		open -= 1;
		rows.push(row);
	};
	const isDone = () => what === 'newest' && open === 0;
	if (open > 0 && fields) await eachRecord(job, { form: alike.form }, fields.length, take, isDone);
	else if (open > 0) for (const row of await allEntries(job.client, job.entry.resource)) take(row);
	const near = new Map(others.map((row) => [foldedWithoutSpaces(keyIn(row)), row]));
	const found = await eachItemWithPauses(job, all, ({ sought, ...one }) => {
		if (one.rows.length > 0 || !sought) return one;
		lookalikes?.mustBeMissing(sought.record);
		const other = near.get(foldedWithoutSpaces(sought.key));
		if (other) throw mistake('nearlyMatches', nearly(one, labels, other));
		return one;
	});
	return { found, labels, keyIn, others: found.length === items.length ? others : [] };
}

interface Found extends Checked {
	readonly rows: JsonObject[];
	/** Undefined for an item without a value. */
	readonly sought?: ReturnType<Matcher['wantedIn']>;
}

const nearly = ({ values }: Checked, labels: readonly string[], row: JsonObject) => ({
	value: matchedIn(values, labels),
	what: values.form === undefined ? 'entry' : 'record',
	other: row.recordId === undefined ? entryCode(row) : `record ${textIn(row.recordId)}`,
});

const matchedIn = (values: Values, labels: readonly string[]) =>
	listInWords(wantedBy(values).map((value, n) => `${labels[n]} "${glimpse(asText(value))}"`));

type Matcher = Pick<ReturnType<typeof recordMatcher>, 'labels' | 'keyIn' | 'wantedIn'> & {
	readonly lookalikes?: Lookalikes;
};

const foldedKey = (values: readonly unknown[]) =>
	JSON.stringify(values.map((value) => folded(textIn(value).trim())));

/** The service finds entries in any case and width. */
const entryMatcher = (names: readonly string[]): Matcher => ({
	labels: [...names],
	keyIn: (row) => foldedKey(names.map((name) => row[name])),
	wantedIn(values) {
		const field = names.find((_, n) => typeof values[n] === 'object');
		if (field !== undefined) throw mistake('notText', { field: `'${field}'`, what: 'an object' });
		return { key: foldedKey(values), record: {} };
	},
});

/** With each result, or with null, as far as the user wants it. */
function outputsFor({ context, entry }: Job, { item, values }: Checked, found: JsonObject[]) {
	const { keep, resultName } = values;
	const { runs } = entry.operation;
	const name = resultName ?? (runs.kind === 'lookUp' ? runs.as : '');
	if (keep === (found.length > 0 ? 'notFound' : 'found')) return [];
	const { json = {}, binary } = context.getInputData()[item] ?? {};
	return (found.length > 0 ? found : [null]).map((result): Output => {
		const output = { ...json };
		put(output, name, result);
		return { json: output, ...(binary && { binary }) };
	});
}
