import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../../../core/json';
import { contentlessIn, withoutContent } from '../../../core/values/comment-file';
import { conditionsOf, type IsMatch } from '../../../core/form/conditions';
import { someInWords } from '../../../core/form/names';
import { formIn, type Values } from '../../../core/values/validate';
import type { LookedUpEntry } from '../../../core/request/failure';
import { withUserName, type NameOfUser } from '../../../core/request/notice-rows';
import { rowsOf } from '../../../core/request/reply';
import { requestOf, type ApiRequest } from '../../../core/request/request';
import { downloaded, withAttachments } from '../attachments';
import { readList } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { adviseConditions, hint } from '../hints';
import { layoutOf } from '../../form/output-rows';
import { userNamesOf } from '../../form/selection-names';
import { timesOf } from '../../form/output-times';
import { simplifyOf, wantedRowsOf } from '../../parameters/item-values';
import type { Completion } from './completion';
import {
	formOfSought,
	lookUp,
	MOST_LOOK_UPS,
	sendOrLookUp,
	withRecordIds,
	type Sought,
} from './look-up';

/** Makes one step per item that reads the pages of its list. */
export const pageSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({ items: [one.item], work: async () => [await listed(job, one)] }));

async function listed(job: Job, { item, values }: Checked): Promise<INodeExecutionData[]> {
	const { entry, client } = job;
	const outputs: INodeExecutionData[] = [];
	const { emit, end } = await emitter(job, { item, values }, outputs);
	await job.keywords(values);
	const counted = countingOf(await matchOf(job, values));
	const list = { ...entry, values, isMatch: counted?.isMatch };
	for await (const rows of readList(client, list, wantedRowsOf(job, item))) {
		await emit(rows);
		job.progress.done(outputs.length, 'rows');
	}
	end();
	if (counted) adviseConditions(job.context, counted.read());
	return outputs;
}

/** Returns the test for the conditions of an item; undefined if it has none. */
export async function matchOf(job: Job, values: Values): Promise<IsMatch | undefined> {
	if (!values.conditions?.length) return undefined;
	return conditionsOf(await job.forms(formIn(values)), values, job.zone);
}

/** Counts the records that were read, and how many of them matched. */
function countingOf(isMatch: IsMatch | undefined) {
	if (!isMatch) return undefined;
	const read = { all: 0, matching: 0 };
	const counted: IsMatch = (row) => {
		const isOne = isMatch(row);
		read.all++;
		if (isOne) read.matching++;
		return isOne;
	};
	return { isMatch: counted, read: () => read };
}

/** Makes one step per item, with its request. An update may read values first. */
export const requestSteps = (
	job: Job,
	checked: readonly Checked[],
	completion?: Completion,
): Step[] => {
	const named = namingOf(job, checked);
	return checked.map((one) => ({
		items: [one.item],
		// A failed read counts against the item when its turn comes.
		requests: async () => {
			const least = (await completion?.isNeeded(one.values).catch(() => true)) ? 2 : 1;
			return { least, most: least + (one.values.findNew ? MOST_LOOK_UPS : 0) };
		},
		work: async () => [await replied(job, one, { completion, named })],
	}));
};

/** Adds the names of users to rows of notices, if the option is on. They are read once, and only if there is a row. */
function namingOf({ client }: Job, checked: readonly Checked[]): Naming {
	const wanting = checked.filter(({ values }) => values.userName === true);
	const codes = [...new Set(wanting.map(({ values }) => String(values.code)))];
	let names: Promise<NameOfUser> | undefined;
	return async ({ userName }, rows) => {
		if (userName !== true || rows.length === 0) return rows;
		names ??= userNamesOf(client, codes);
		const nameOf = await names;
		return rows.map((row) => withUserName(row, nameOf));
	};
}

type Naming = (values: Values, rows: readonly JsonObject[]) => Promise<readonly JsonObject[]>;

interface Replying {
	readonly completion: Completion | undefined;
	readonly named: Naming;
}

async function replied(
	job: Job,
	{ item, values }: Checked,
	{ completion, named }: Replying,
): Promise<INodeExecutionData[]> {
	const { context, entry, client } = job;
	const outputs: INodeExecutionData[] = [];
	const { emit, end } = await emitter(job, { item, values }, outputs);
	const asked = requestOf(entry.operation, values);
	const given = await withAttachments(context, { item, values }, asked);
	const isPart = completion && (await completion.isNeeded(values));
	const request = isPart ? await completion.completed(values, given) : given;
	const [rows = []] = await sendOrLookUp({
		count: 1,
		send: async () => [rowsOf(entry, values, await client.send(request))],
		lookUp: async () => await looksOf(job, values, request),
	});
	const sought = [soughtIn(values, request)];
	const [found = rows] = values.findNew ? await withRecordIds(job, sought, [rows]) : [];
	await emit(await named(values, found));
	end();
	return outputs;
}

/** Returns what the service has of an entry that was to be created. Other operations are not looked up. */
async function looksOf(
	job: Job,
	values: Values,
	request: ApiRequest,
): Promise<readonly LookedUpEntry[]> {
	const { returns } = job.entry.operation;
	if (returns.kind !== 'created') return [];
	const looks = await lookUp(job, [soughtIn(values, request)]);
	return looks.map((look) => {
		const [row = {}] = look.rows ?? [];
		const told = { [returns.identity]: row[returns.identity] };
		const reply = { statusCode: 201, headers: {}, body: told };
		return { ...look, rows: rowsOf(job.entry, values, reply) };
	});
}

const soughtIn = (values: Values, { body }: ApiRequest): Sought => ({
	body: { ...body },
	form: formOfSought(values),
	isNew: true,
});

interface Emitter {
	emit(rows: readonly JsonObject[]): Promise<void>;
	/** Adds hints about what the rows lacked. */
	end(): void;
}

/** Makes output items from rows. */
async function emitter(
	job: Job,
	{ item, values }: Checked,
	outputs: INodeExecutionData[],
): Promise<Emitter> {
	const { context, entry } = job;
	const simplify = simplifyOf(job, item);
	const download = values.downloadFiles === true;
	const layOut = await layoutOf(entry.resource, job.forms, { values, simplify });
	const timed = await timesOf(entry.resource, job.forms, { values, zone: job.zone.zone });
	const contentless: string[] = [];
	const emit = async (rows: readonly JsonObject[]) => {
		for (const row of rows) {
			const light = simplify || download ? withoutContent(row) : row;
			const binary = download ? await downloaded(context, row) : undefined;
			if (download) contentless.push(...contentlessIn(row));
			for (const json of layOut(timed(light))) {
				const output: INodeExecutionData = { json: json as IDataObject, pairedItem: { item } };
				if (binary) output.binary = binary;
				outputs.push(output);
			}
		}
	};
	const end = () => {
		if (contentless.length === 0) return;
		const files = someInWords(contentless);
		hint(context, `Not downloaded, as the service returned no content: ${files}`, 'warning');
	};
	return { emit, end };
}
