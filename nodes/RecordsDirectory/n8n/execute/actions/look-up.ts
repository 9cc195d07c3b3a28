import { recordMatcher } from '../../../core/form/conditions';
import { entryCode } from '../../../core/directory/plan';
import { grouped, type NonEmpty } from '../../../core/grouped';
import { asText, canonical, isNothing, put, textIn, type JsonObject } from '../../../core/json';
import { folded, listInWords } from '../../../core/text';
import { mistake } from '../../../core/values/input-error';
import { formIn, isWrittenNothing, type Values } from '../../../core/values/validate';
import { readLayout } from '../../form/form-readers';
import { allEntries } from '../../transport/list-reader';
import { withoutContent } from '../attachments';
import { eachItemWithPauses, type Checked, type Job, type Step } from '../job';
import type { Output } from '../outcomes';
import { eachRecord } from './record-upsert';

/** Adds to each item what matches it. Items that match on the same fields of a form share one reading of it. */
export async function lookUpSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const steps: Step[] = [];
	const toShape = ({ values }: Checked) => {
		const { form, names, usersAs, simplify, severalMatches } = values;
		return JSON.stringify([form, matchedNames(values), names, usersAs, simplify, severalMatches]);
	};
	for (const [, items] of grouped(checked, toShape)) {
		try {
			steps.push(...(await stepsAlike(job, items)));
		} catch (error) {
			// Items of other forms are not affected.
			for (const { item } of items) job.outcomes.reject(item, error);
		}
	}
	return steps;
}

const matchedNames = ({ matches = [] }: Values) => matches.map(({ field }) => textIn(field));

async function stepsAlike(job: Job, items: NonEmpty<Checked>): Promise<Step[]> {
	const [{ values: alike }] = items;
	const names = matchedNames(alike);
	const fields = alike.form === undefined ? undefined : await job.forms(formIn(alike));
	const matcher = fields ? recordMatcher(fields, names, job.zone) : entryMatcher(names);
	const { resource } = job.entry;
	const simplify = alike.simplify === true;
	const layOut = await readLayout(resource, job.forms, { values: alike, simplify });
	/** What was found, by match key. */
	const found = new Map<string, JsonObject[]>();
	const isSingle = fields !== undefined && alike.severalMatches !== 'all';
	let open = 0;
	const take = (row: JsonObject) => {
		const same = found.get(matcher.keyIn(row));
		if (!same || (isSingle && same.length > 0)) return;
		if (same.length === 0) open -= 1;
		same.push(row);
	};
	const readAll = async () => {
		open = found.size;
		const isDone = () => isSingle && open === 0;
		if (fields) await eachRecord(job, { form: alike.form }, fields.length, take, isDone);
		else for (const row of await allEntries(job.client, resource)) take(row);
	};
	let reading: Promise<void> | undefined;
	const made = await eachItemWithPauses(job, items, (one): Step => {
		const key = matcher.wantedKey((one.values.matches ?? []).map(({ value }) => value));
		if (key !== undefined) found.set(key, []);
		return {
			items: [one.item],
			async work() {
				if (key !== undefined) await (reading ??= readAll());
				const rows = found.get(key ?? '') ?? [];
				if (!fields && rows.length > 1)
					throw mistake('severalEntries', { codes: listInWords(rows.map(entryCode)) });
				const shown = rows.map((row) => layOut(simplify ? withoutContent(row) : row));
				return [outputsFor(job, one, shown)];
			},
		};
	});
	return [...made];
}

/** The service finds entries in any case and width. */
const entryMatcher = (names: readonly string[]): ReturnType<typeof recordMatcher> => ({
	keyIn: (row) => canonical(names.map((name) => folded(asText(row[name] ?? '')))),
	wantedKey: (values) =>
		values.some((value) => isNothing(value) || isWrittenNothing(value))
			? undefined
			: canonical(values.map((value) => folded(asText(value).trim()))),
});

/** Returns the input item with each result, or with null, as far as the user wants it. */
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
