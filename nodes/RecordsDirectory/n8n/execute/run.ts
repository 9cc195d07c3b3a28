import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Mistakes } from '../../core/bulk/mistakes';
import {
	fieldsOf,
	isUpdateOfFields,
	mustBeSendable,
	mustChange,
	slotsOf,
} from '../../core/request/request';
import type { Values } from '../../core/values/validate';
import { adviseImport, adviseLimit } from './hints';
import { checkAttachments } from './attachments';
import { Refusal } from '../../core/values/input-error';
import { connect } from '../transport/client';
import { byForm } from './record-mapping';
import { toNodeError, wordsOf, type Place } from '../transport/errors';
import { formsOf } from '../form/form-cache';
import { givenTo } from '../parameters/parameter-source';
import { isImported } from './actions/import';
import { isPlanOnly } from './actions/directory-sync';
import type { Checked, Fail } from './job';
import { shapedFor } from '../form/selection-names';
import { keywordsOf } from '../form/keywords';
import { linksOf } from './job';
import { fitting } from './maximum';
import { reader, type Check } from '../parameters/item-reader';
import { chosen, leakOf, WANTED, wantedOf, type Start } from '../parameters/item-values';
import { send, stepsOf, type Outputs } from './dispatch';
import { adviseZone, mustKnowZone } from './times';
import { turns } from './turns';
import { siteZoneOf } from '../transport/site-zone';

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const given = givenTo(this);
	const entry = chosen(given);
	const start: Start = { context: this, given, entry, zone: await siteZoneOf(this) };
	const total = this.getInputData().length;
	const linkOf = linksOf(total);
	const outputs: Outputs = new Map();
	const notes: string[] = [];
	const stop = (error: unknown, place: Place): never => {
		throw toNodeError(this.getNode(), error, { ...place, notes });
	};
	const fail: Fail = (subject, caught, effect) => {
		const itemIndex = typeof subject === 'number' ? subject : undefined;
		if (!this.continueOnFail()) stop(caught, { itemIndex, effect });
		const { message, description } = wordsOf(caught, effect);
		// By just these two names every n8n knows what belongs to the error output.
		const error = itemIndex === undefined ? `${subject}: ${message}` : message;
		const json = { error, ...(description ? { message: description } : {}) };
		outputs.set(subject, [{ json, pairedItem: linkOf(subject) }]);
	};
	const mistakes = new Mistakes();
	const found: Fail = (subject, error) =>
		this.continueOnFail() ? fail(subject, error) : mistakes.add(Number(subject), error);
	const settle = () => {
		const all = mistakes.joined(total);
		if (all) stop(all.error, { itemIndex: all.item });
	};
	/** What is wrong with none of the items, and keeps all of them from being sent. */
	const failAll = (some: readonly Checked[], error: unknown) => {
		settle();
		for (const { item } of some) if (!outputs.has(item)) fail(item, error);
	};

	const checked = await checkedItems(start, found);
	const client =
		checked.length > 0 &&
		(await connect(this, { isRun: true }).catch((error: unknown) => {
			settle();
			if (!this.continueOnFail()) stop(error, {});
			// When a node that is to continue throws, n8n hands on its input as if all were well.
			failAll(checked, error);
		}));
	if (client) {
		const [forms, keywords] = [formsOf(client), keywordsOf(client)];
		const shaped = shapedFor(client);
		const job = { ...start, client, forms, keywords, shaped, linkOf, notes };
		const ready = await byForm(job, fitting(job, checked, found), found);
		const steps = await stepsOf(job, ready, found).catch((error: unknown) => {
			failAll(ready, error);
			return [];
		});
		settle();
		await send(job, { checked: ready, steps }, outputs, fail);
		adviseLimit(this, client.waited());
		adviseZone(this, start.zone);
		const isSent = (item: number) => outputs.get(item)?.[0]?.json['error'] === undefined;
		const isSingly = (one: Checked) => !isImported(one) && isSent(one.item);
		adviseImport(this, entry, () => checked.filter(isSingly).length);
	}
	settle();
	return [inOrder(outputs, total)];
}

/** Nobody is to find item 73's mistake after 72 writes: every item is read before any is sent. */
async function checkedItems(start: Start, found: Fail): Promise<Checked[]> {
	const { context, entry } = start;
	const checked: Checked[] = [];
	const leaked = leakOf(start);
	const read = reader(start, checksOf(start));
	const others = turns();
	const total = context.getInputData().length;
	for (let item = 0; item < total; item++) {
		const turn = others();
		if (turn) await turn;
		const { values, problem } = leaked ? { values: {}, problem: leaked } : read(item);
		if (problem === undefined) checked.push({ item, values });
		else if (problem instanceof Refusal && isPlanOnly(entry, values))
			checked.push({ item, values, problem });
		else found(item, problem);
	}
	return checked;
}

/** What has to be right beside the values themselves. */
function checksOf(start: Start): Check[] {
	const { context, entry, zone } = start;
	const { operation } = entry;
	const isList = operation.returns.kind === 'many';
	const takesFiles = Object.values(fieldsOf(operation)).some(({ kind }) => kind === 'files');
	return [
		{
			of: isList ? Object.keys(fieldsOf(operation)) : slotsOf(operation),
			check: (values) => mustBeSendable(operation, values),
		},
		...(isList ? [{ of: WANTED, check: (_: Values, item: number) => wantedOf(start, item) }] : []),
		...(isUpdateOfFields(operation)
			? [
					{
						of: Object.keys(operation.options ?? {}),
						check: (values: Values) => mustChange(operation, values),
					},
				]
			: []),
		{ of: ['timesWithOffset'], check: (values) => mustKnowZone(zone, values) },
		...(takesFiles
			? [{ check: (values: Values, item: number) => checkAttachments(context, item, values) }]
			: []),
	];
}

/** Input items in their order, then what none of them names. */
function inOrder(outputs: Outputs, items: number): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	const add = (rows: readonly INodeExecutionData[]) => {
		for (const row of rows) all.push(row);
	};
	for (let item = 0; item < items; item++) add(outputs.get(item) ?? []);
	for (const [subject, rows] of outputs) if (typeof subject === 'string') add(rows);
	return all;
}
