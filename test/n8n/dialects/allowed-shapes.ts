import type { Allowed } from './difference';
import { each, failed, rewritten, runs, unadvised } from './lines';
import type { Outcome } from './tried';

/** Later rows of the list of silent points. */

const SHORT_PAGES = ['100 rows a page', '500 rows a page'];
const MOVING = ['rows deleted between two pages'];

/** A list however many requests it takes: what a page holds is the service's affair. */
function pagesAsOne(outcome: Outcome): Outcome {
	const lists = outcome.sent.map((line) => line.replace(/"page":"\d+","limit":"\d+"/, '"page":""'));
	return { ...outcome, sent: lists.filter((line, index) => line !== lists[index - 1]) };
}

/** Last, as what else becomes of the requests is still theirs. */
export const ON_PAGES: Allowed = {
	under: SHORT_PAGES,
	why: 'a list takes more requests',
	of: () => true,
	becomes: (usual) => usual,
	read: pagesAsOne,
};

/** Without the rows that others have deleted meanwhile, and the requests that looked for them. */
const GONE =
	/"code":"(P6|ORG08|E0029)",|"id":2,("content"|"appsId":1,"recordId":1,)|"recordId":500,/;
const withoutGone = ({ sent, told, left }: Outcome): Outcome => ({
	sent: sent.filter((line) => !line.startsWith('{"method":"GET"')),
	told: told.filter((line) => !GONE.test(line)),
	left: left.filter((line) => !GONE.test(line)),
});

/** A definition without its properties that are not set. */
const UNSET = new Set(['null', '""', '0', '-1', '"0"', '"-1"', 'false', '[]']);
const setOnly = (_: string, value: unknown): unknown =>
	Array.isArray(value) || typeof value !== 'object' || value === null
		? value
		: Object.fromEntries(
				Object.entries(value).filter(([, one]) => !UNSET.has(JSON.stringify(one) ?? 'null')),
			);
const withoutUnset = each('told', (line) => JSON.stringify(JSON.parse(line), setOnly));

const SIGNED = /\?signature=\d+/g;
const SHOWN_AT = /,"(Shown at|field-93)":"?\d+"?/g;
const asIfFixed = (outcome: Outcome): Outcome =>
	each('told', (line) => line.replace(SIGNED, '').replace(SHOWN_AT, ''))({
		...outcome,
		told: outcome.told.filter((line) => !/"uniqueId":"field-93"/.test(line)),
	});

const OBJECTS =
	/,"(Attached file|Picture|field-9[12])":\[\{"name":"[\w.]+","type":"\w+\/\w+","size":"?1024"?,"url":"<site>\/files\/\d+\/\d+\/[\w.]+"\}\]/g;
const ADDRESSES = /,"(Attached file|Picture|field-9[12])":"<site>\/files\/\d+\/\d+\/[\w.]+"/g;
const withoutFiles =
	(shown: RegExp) =>
	(outcome: Outcome): Outcome =>
		each('told', (line) => line.replace(shown, ''))({
			...outcome,
			told: outcome.told.filter((line) => !/"uniqueId":"field-9[12]"/.test(line)),
		});

/** Users and organizations by their codes, however they are sent, and without reading their names. */
const byCode = ({ sent, ...others }: Outcome): Outcome => ({
	...others,
	sent: sent
		.filter((line) => !/"GET","path":"\/api\/admin/.test(line))
		.map((line) => line.replace(/\{"code":("\w+")(,"name":"[^"]*")?\}/g, '$1')),
});

/** Without a record that holds what it held. */
const withoutSame = (outcome: Outcome): Outcome => {
	const held = outcome.left.map((line) => /"held":.*/.exec(line)?.[0]);
	return new Set(held).size === 1 ? { ...outcome, left: [] } : outcome;
};

const hyphens = (part: 'sent' | 'told', pattern: RegExp) =>
	each(part, (line) => line.replace(pattern, (date) => date.replaceAll('/', '-')));
const KEPT_DATES = /"expire":"(9999\/12\/31|2027\/03\/31)"/g;
const FORM_DATES = /"(startDay|endDay|createdAt|updatedAt)":"\d{4}\/\d\d\/\d\d"/g;
const VALUES = /"field-\d+":"\d{4}\/\d\d\/\d\d[ \d:]*"/g;

/** A site of another time zone than the others. */
const momentAs = (local: string, setting: string): Allowed => ({
	under: [setting],
	why: 'a time is written in the zone of the site',
	of: runs('record.create, a moment'),
	becomes: rewritten('left', /"field-44":"[^"]*"/, `"field-44":"${local}"`),
	read: (outcome) => ({ ...outcome, sent: [] }),
});

// prettier-ignore
export const ON_SHAPES: readonly Allowed[] = [
	momentAs('2026/04/01 04:30:00', 'the clock repeats an hour, of a known zone'),
	momentAs('2026/04/01 08:00:00', 'a site in Kolkata'),
	{
		under: ['selections with a code', 'selections with code and name', 'selections as codes'],
		why: 'users and organizations are sent as the credential says',
		of: runs('record.create, selections', 'record.create, by name', 'record.update, whole'),
		becomes: (usual) => usual,
		read: byCode,
	},
	momentAs('2026/04/01 11:30:00', 'times in UTC, of a known zone'),
	{
		under: ['times in UTC'],
		why: "without a 'Time Zone' in the credential the time at the site is unknown, so it is written again",
		of: runs('record.upsert, a date that differs in spelling'),
		becomes: (usual) => ({
			...rewritten('told', /"unchanged"/, '"updated"')(usual),
			sent: [...usual.sent, '{"method":"PUT","path":"/api/apps/4/records/2","body":{"record":{"field-41":"PO-20260002","field-44":"2026-01-05 10:00:00"}}}'],
		}),
		read: withoutSame,
	},
	{
		under: ['times in UTC'],
		why: "without a 'Time Zone' in the credential nobody knows which time at the site it is, so it is not compared",
		of: runs('record.getAll, conditions on times'),
		becomes: (usual) => ({
			...usual,
			told: failed("'Conditions': record 120 has '' in 'Ordered at' (field-44), which cannot be compared"),
		}),
		read: (outcome) => rewritten('told', /\\"[\dT:Z/ -]+\\"/, "''")(unadvised(outcome)),
	},
	{
		under: ['times with T', 'times with an offset', 'times without seconds', 'dates with hyphens'],
		why: 'with field IDs the form is not read, so values are returned unchanged',
		of: runs('record.getAll, conditions on times'),
		becomes: (usual) => usual,
		read: rewritten('told', /"field-44":"[^"]*",/, ''),
	},
	{
		under: ['writes answer 204', 'writes answer nothing', 'writes answer 200 with JSON', 'writes answer 201 with OK', 'writes answer 202 with OK'],
		why: 'the service does not say which comment it has created',
		of: runs('comment.create'),
		becomes: rewritten('told', /,"commentId":\d+/, ''),
	},
	{
		under: MOVING,
		why: 'a row that is deleted during the run may be in the list',
		of: () => true,
		becomes: (usual) => usual,
		read: withoutGone,
	},
	{
		under: MOVING,
		why: 'a user deleted during the run cannot be removed again',
		of: runs('user.sync, failing'),
		becomes: rewritten('told', /28 would(.*) 25 more/, '27 would$1 24 more'),
		read: withoutGone,
	},
	{
		under: ['names: the whole', 'names: their beginning'],
		why: 'the service decides what matches the name',
		of: runs('form.getAll, by a part of the name'),
		becomes: (usual) => ({ ...usual, told: [] }),
	},
	{
		under: ['names: the whole'],
		why: 'the service decides what matches the name',
		of: runs('field.getAll, by the beginning'),
		becomes: (usual) => ({ ...usual, told: [] }),
	},
	{
		under: ['names: any case and width'],
		why: 'the service decides what matches the name',
		of: runs('user.getAll, by another case'),
		becomes: (usual, others) => ({ ...usual, told: others('user.getAll, by the name').told }),
	},
	{
		under: ['keyword without fields: no rows'],
		why: 'the service finds nothing',
		of: runs('record.getAll, by a keyword without fields'),
		becomes: ({ left }) => ({
			sent: ['{"method":"GET","path":"/api/apps/1/records","query":{"keyword":"VPN","fields":"field-1","order":"recordId:desc","page":"1","limit":"3"}}'],
			told: [],
			left,
		}),
		read: (outcome) => ({ ...outcome, sent: pagesAsOne(outcome).sent.slice(-1) }),
	},
	{
		under: ['keyword without fields: 400'],
		why: 'the service says what is wrong',
		of: runs('record.getAll, by a keyword without fields'),
		becomes: (usual) => ({
			...usual,
			told: failed('Bad Request: The parameter [keyword] needs search fields, and the form has none'),
		}),
		read: unadvised,
	},
	{
		under: ['unset is null', 'unset is empty', 'unset is 0', 'unset is -1', 'multiple is false'],
		why: 'the definition of a field is returned unchanged',
		of: ({ name }, { told }) => /^field\.get/.test(name) && told[0]?.startsWith('{"json"') === true,
		becomes: (usual) => usual,
		read: withoutUnset,
	},
	{
		under: ['multiple is false'],
		why: 'the definition of a field is returned unchanged',
		of: ({ name }, { told }) => /^field\.get/.test(name) && told[0]?.startsWith('{"json"') === true,
		becomes: (usual) => usual,
		read: rewritten('told', /,"multiple":\w+/, ''),
	},
	{
		under: ['a code of another case', 'a code of another width'],
		why: 'the code is returned as requested, or as the service spells it',
		of: ({ name }) => /^notice\.get/.test(name),
		becomes: (usual) => usual,
		read: rewritten('told', /"code":"[^"]*"/, '"code":""'),
	},
	{
		under: ['no notices of who has left'],
		why: 'the service no longer knows the user',
		of: runs('notice.getAll, of a retired one'),
		becomes: (usual) => ({ ...usual, told: failed('Not Found: user E0030') }),
		read: unadvised,
	},
	{
		under: ['left out is set', 'left out is cleared'],
		why: 'isRetired can be written but not read: absent means false',
		of: runs('user.update, of a retired one'),
		becomes: (usual) => usual,
		read: rewritten('left', /"isRetired":\w+,/, ''),
	},
	{
		under: ['left out is set'],
		why: 'an import sends only its items, and reads nothing before',
		of: runs('user.import, of a retired one'),
		becomes: each('left', (line) =>
			line.startsWith('+')
				? line
						.replace('"expire":"2027/03/31","isRetired":true', '"expire":"9999/12/31","isRetired":false')
						.replace('"loginErrorCount":3', '"loginErrorCount":0')
				: line,
		),
	},
	{
		under: ['isDeleted true or false'],
		why: 'it is returned unchanged',
		of: ({ name }) => /^(record|comment)\.get/.test(name),
		becomes: each('told', (line) =>
			line.replace('"isDeleted":0', '"isDeleted":false').replace('"isDeleted":1', '"isDeleted":true'),
		),
	},
	{
		under: ['isDeleted as text'],
		why: 'with field IDs the form is not read, so values are returned unchanged',
		of: runs('record.getAll, unchanged'),
		becomes: (usual) => usual,
		read: rewritten('told', /"isDeleted":"(\d)"/, '"isDeleted":$1'),
	},
	{
		under: ['isDeleted absent'],
		why: 'what the service does not return is not in the output',
		of: ({ name }) => /^(record|comment)\.get/.test(name),
		becomes: rewritten('told', /,"isDeleted":[01]/, ''),
	},
	{
		under: ['dates with hyphens'],
		why: 'unchanged values go back and are returned as the service spells them',
		of: ({ name }) => /^user\.(get|restore|retire|sync|update)/.test(name),
		becomes: (usual) => hyphens('told', KEPT_DATES)(hyphens('sent', KEPT_DATES)(usual)),
	},
	{
		under: ['dates with hyphens'],
		why: 'it is returned unchanged',
		of: ({ name }) => name.startsWith('form.get'),
		becomes: hyphens('told', FORM_DATES),
	},
	{
		under: ['dates with hyphens'],
		why: 'with field IDs the form is not read, so values are returned unchanged',
		of: runs('record.getAll, unchanged'),
		becomes: hyphens('told', VALUES),
	},
	{
		under: ['IDs beyond 2^53'],
		why: 'the ID of an application is returned unchanged',
		of: ({ name }) => /^notice\.get/.test(name),
		becomes: rewritten('told', /"appsId":"(\d+)"/g, '"appsId":$1'),
	},
	{
		under: ['values that always differ'],
		why: 'the values are returned unchanged',
		of: ({ name }) => /^(record|field)\.get/.test(name),
		becomes: (usual) => usual,
		read: asIfFixed,
	},
	{
		under: ['files as objects'],
		why: 'files are returned unchanged, and are no input',
		of: ({ name }) => /^(record|field)\.get/.test(name),
		becomes: (usual) => usual,
		read: withoutFiles(OBJECTS),
	},
	{
		under: ['files as addresses'],
		why: 'files are returned unchanged, and are no input',
		of: ({ name }) => /^(record|field)\.get/.test(name),
		becomes: (usual) => usual,
		read: withoutFiles(ADDRESSES),
	},
];
