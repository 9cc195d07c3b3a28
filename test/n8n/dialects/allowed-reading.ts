import type { Allowed } from './difference';
import { each, failed, rewritten, runs, unadvised } from './lines';
import type { Outcome } from './tried';

const one = (outcome: Outcome, pattern: RegExp) =>
	outcome.told.filter((line) => pattern.test(line));
const told = (usual: Outcome, lines: readonly string[]) => ({ ...usual, told: lines });

/** A record as it is listed after it was deleted. */
const deletedRecord = (line: string) =>
	line
		.replace('"isDeleted":0', '"isDeleted":1')
		.replace(
			/"updater":"[^"]*","updatedAt":"[^"]*"/,
			'"updater":"Service integration","updatedAt":"<now>"',
		);
const deletedThird = (others: (name: string) => Outcome) =>
	others('record.getAll, whole form').told.map((line) =>
		/"recordId":3,/.test(line) ? deletedRecord(line) : line,
	);
const deletedComment = (others: (name: string) => Outcome) =>
	others('comment.getAll').told.map((line) =>
		/"id":2,"content/.test(line) ? line.replace(/"isDeleted":0/, '"isDeleted":1') : line,
	);

const isFailure = ({ told: lines }: Outcome) => lines[0]?.startsWith('{"message"') === true;

/** Rows of equal values in any order: the values as they come, and the rows there are. */
const inGroups = (outcome: Outcome) =>
	isFailure(outcome)
		? outcome
		: told(outcome, [
				...outcome.told.map((line) => /"State":"\w+"/.exec(line)?.[0] ?? ''),
				...[...outcome.told].sort(),
			]);

const RAW = runs('record.getAll, unchanged', 'record.get, users by code');
const UNREAD = runs(
	'record.getAll, unchanged',
	'record.getAll, by identifiers',
	'record.get, users by code',
);
const withCommas = each('told', (line) =>
	line.replace(
		/"field-7":\[(.*?)\]/,
		(_, names: string) => `"field-7":"${names.replaceAll('"', '')}"`,
	),
);
/** Numbers in the lists of an item as text. */
function listsAsText(line: string): string {
	const { json, ...rest } = JSON.parse(line) as { json?: Record<string, unknown> };
	if (!json) return line;
	const shown = Object.entries(json).map(([name, value]) => [
		name,
		Array.isArray(value) ? JSON.parse(JSON.stringify(value), asText) : value,
	]);
	return JSON.stringify({ json: Object.fromEntries(shown), ...rest });
}
const asText = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value);
const withoutSize = rewritten('told', /"size":\d+,/, '');
const SAME_PAGE =
	'The site returns the same page again for every page number, so rows of the list may be missing';
const AS_IT_CAME = 'with field IDs the form is not read, so values are returned unchanged';

// prettier-ignore
export const ON_READING: readonly Allowed[] = [
	{
		under: ['equal rows as written', 'equal rows shuffled'],
		why: 'the order of equal values is undefined',
		of: runs('record.getAll, equal rows'),
		becomes: (usual) => usual,
		read: inGroups,
	},
	{
		under: ['every page is the first'],
		why: 'nothing shows that a full page is the whole list',
		of: runs('position.getAll, a full page', 'position.upsert, in many positions', 'record.getAll, many changed after', 'position.getAll, two pages', 'comment.getAll, two pages', 'record.getAll, two pages', 'record.getAll, two pages in an order'),
		becomes: ({ sent }) => ({ sent, told: failed(SAME_PAGE), left: [] }),
		read: (outcome) => ({ ...unadvised(outcome), sent: [] }),
	},
	{
		under: ['deleted ones readable'],
		why: 'it is returned with isDeleted 1, so that a workflow can filter',
		of: runs('record.get, one deleted'),
		becomes: (usual, others) => told(usual, one({ ...usual, told: deletedThird(others) }, /"recordId":3,/)),
	},
	{
		under: ['deleted ones readable'],
		why: 'it is returned with isDeleted 1, so that a workflow can filter',
		of: runs('comment.get, one deleted'),
		becomes: (usual, others) => told(usual, one({ ...usual, told: deletedComment(others) }, /"id":2,"content/)),
	},
	{
		under: ['types without words'],
		why: 'the definition of a field is returned unchanged',
		of: runs('field.get', 'field.getAll', 'field.getAll, by the beginning'),
		becomes: rewritten('told', /"fieldType":"\w+"/g, '"fieldType":"T"'),
		read: rewritten('told', /"fieldType":"T\d+"/g, '"fieldType":"T"'),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes a date, so it is returned unchanged',
		of: ({ name }) => /^record\.get/.test(name),
		becomes: rewritten('told', /"(Due date|Bought on)":"(\d+)-(\d+)-(\d+)"/, '"$1":"$2/$3/$4"'),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field is a label, so it is returned without a value',
		of: ({ name }) => /^record\.get/.test(name),
		becomes: (usual) => usual,
		read: rewritten('told', /"Please fill in all you know":null,/, ''),
	},
	{
		under: ['visible later'],
		why: 'the new record is not found until the list shows it; a hint says so',
		of: runs('record.create, found', 'record.import, found'),
		becomes: rewritten('told', /,"recordId":\d+/, ''),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes users, so they are returned as objects',
		of: runs('record.getAll, users by name'),
		becomes: (usual) => usual,
		read: each('told', (line) => line.replace(/\{"code":("[^"]*"),"name":("[^"]*")\}/g, '$2')),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes users, so they are returned as objects',
		of: runs('record.get, users by code'),
		becomes: (usual) => usual,
		read: each('told', (line) => line.replace(/\{"code":("[^"]*"),"name":("[^"]*")\}/g, '$1')),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes users, so their names are sent unchanged',
		of: runs('record.create, by name'),
		becomes: ({ sent }) => ({
			sent: sent
				.filter((line) => !/"GET","path":"\/api\/admin/.test(line))
				.map((line) => line.replace('[{"code":"E0001"},{"code":"E0003"}]', '["aiko tanaka","E0003"]').replace('[{"code":"ORG03"}]', '"SALES"')),
			told: failed('Bad Request: The field [Assignee (field-4)] names [aiko tanaka], which does not exist; The field [Department (field-5)] names [SALES], which does not exist'),
			left: [],
		}),
		read: unadvised,
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes a date or users, so the value is sent unchanged',
		of: runs('record.create, all kinds', 'record.create, selections'),
		becomes: each('sent', (line) => line
			.replace('"field-8":"2026/02/01"', '"field-8":"2026-02-01"')
			.replace('[{"code":"E0001"},{"code":"E0003"}]', '["E0001","E0003"]')
			.replace('[{"code":"ORG03"}]', '"ORG03"')),
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes a time, so it is sent unchanged',
		of: runs('record.create, a moment'),
		becomes: ({ sent }) => ({
			sent: sent.map((line) => line.replace(/"field-44":"[^"]*"/, '"field-44":"2026-04-01T02:30:00Z"')),
			told: failed('Bad Request: The field [Ordered at (field-44)] must be a date and time'),
			left: [],
		}),
		read: unadvised,
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes a time, so it is sent unchanged',
		of: runs('record.upsert, a date that differs in spelling'),
		becomes: ({ sent }) => ({
			sent: [...sent, '{"method":"PUT","path":"/api/apps/4/records/2","body":{"record":{"field-41":"PO-20260002","field-44":"2026-01-05T10:00"}}}'],
			told: failed('Bad Request: The field [Ordered at (field-44)] must be a date and time'),
			left: [],
		}),
		read: unadvised,
	},
	{
		under: ['types without words'],
		why: 'nothing shows that a field takes a time, so times cannot be compared in it',
		of: runs('record.getAll, conditions on times'),
		becomes: ({ left, sent }) => ({
			sent,
			told: failed("Condition 1: 'Ordered at' (field-44) cannot be compared by 'Is at Most'"),
			left,
		}),
		read: unadvised,
	},
	{
		under: ['query ignored'],
		why: 'the service answers as without the condition',
		of: runs('record.getAll, with a query'),
		becomes: (usual, others) => told(usual, others('record.getAll, without a query').told),
	},
	{
		under: ['numbers as text'],
		why: 'values in lists are returned unchanged',
		of: ({ name }) => /^(comment|field)\.get/.test(name),
		becomes: each('told', listsAsText),
	},
	{
		under: ['numbers as text'],
		why: AS_IT_CAME,
		of: RAW,
		becomes: rewritten('told', /"field-9":([\d.]+)/, '"field-9":"$1"'),
	},
	{
		under: ['choices with commas'],
		why: AS_IT_CAME,
		of: RAW,
		becomes: withCommas,
	},
	{
		under: ['choices with commas'],
		why: 'related codes are returned unchanged',
		of: runs('record.getAll, related codes'),
		becomes: withCommas,
	},
	{
		under: ['choices as objects'],
		why: AS_IT_CAME,
		of: UNREAD,
		becomes: (usual) => usual,
		read: each('told', (line) => line.replace(/\{"id":"?\d+"?,"selectName":("[^"]*"),"code1":"\w*"\}/g, '$1')),
	},
	{
		under: ['detail rows as records'],
		why: AS_IT_CAME,
		of: runs('record.getAll, by identifiers'),
		becomes: each('told', (line) => line.replace(/\{"field-241".*?\}/g, '{"record":$&}')),
	},
	{
		under: ['empty is null'],
		why: AS_IT_CAME,
		of: RAW,
		becomes: each('told', (line) => line.replace(/("field-\d+"):""/g, '$1:null')),
	},
	{
		under: ['empty is missing'],
		why: AS_IT_CAME,
		of: RAW,
		becomes: each('told', (line) => line.replace(/,"field-\d+":""/g, '')),
	},
	{
		under: ['related codes with suffix'],
		why: "a code is returned under the service's key",
		of: runs('record.getAll, related codes'),
		becomes: each('told', (line) => line.replace(/"field-[67]/g, '$&[1]')),
	},
	{
		under: ['counts of 0 kept'],
		why: 'a count of 0 is returned like any other',
		of: ({ name }, { told: lines }) => name.startsWith('notice.getAll') && lines[0]?.startsWith('{"json"') === true,
		becomes: (usual) => usual,
		read: (outcome) => told(outcome, outcome.told.filter((line) => !/"count":0,/.test(line))),
	},
	{
		under: ['Japanese identifiers', 'identifiers of JavaScript'],
		why: 'the size of a form includes the names of its fields',
		of: runs('form.get'),
		becomes: withoutSize,
		read: withoutSize,
	},
	{
		under: ['process function off'],
		why: 'there is no status',
		of: ({ name }) => /^record\.get/.test(name),
		becomes: each('told', (line) => line.replace(/"status":"[^"]*",/, '')),
	},
];
