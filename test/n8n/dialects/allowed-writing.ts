import type { Allowed } from './difference';
import { each, failed, rewritten, runs, unadvised } from './lines';
import type { Run } from './runs';
import type { Outcome } from './tried';

type Held = Record<string, unknown>;

/** What a row holds that was written. */
const holding = (change: (held: Held) => object, kind = '') =>
	each('left', (line) => {
		if (!line.startsWith('+') || !line.includes(kind)) return line;
		const { held, ...row } = JSON.parse(line.slice(2)) as { held: Held };
		return `+ ${JSON.stringify({ ...row, held: change(held) })}`;
	});
const only = (held: Held, names: readonly string[]) =>
	Object.fromEntries(Object.entries(held).filter(([name]) => names.includes(name)));
const holdingOnly = (...names: string[]) => holding((held) => only(held, names));

/** A record that an import creates beside the one it was to update. */
const another = (usual: Outcome, recordId: number, row: object, held: object): Outcome => {
	const made = { by: 'api', at: '<now>' };
	const times = {
		creatorCode: made.by,
		createdAt: made.at,
		updaterCode: made.by,
		updatedAt: made.at,
	};
	const { appsId, uniqueId, status } = row as Record<string, unknown>;
	const line = { appsId, recordId, uniqueId, status, ...times, isDeleted: 0, held };
	return { ...usual, left: [`+ ${JSON.stringify(line)}`] };
};

const NEW = /"recordId":(\d+),"uniqueId":"(\w+)"/;
const withRecordId = (usual: Outcome) => {
	const [, id] = NEW.exec(usual.left[0] ?? '') ?? [];
	return rewritten('told', /("appsId":\d+)(,"recordId":\d+)?/, `$1,"recordId":${id}`)(usual);
};
/** The ends of long outputs: that they are there is enough. */
const beginning = (pattern: RegExp) => each('told', (line) => pattern.exec(line)?.[0] ?? line);
/** Where something is updated, and not created. */
const updating =
	(...names: string[]) =>
	(run: Run, { left }: Outcome) =>
		runs(...names)(run) && left.some((line) => line.startsWith('-'));
const creates = runs(
	'record.create',
	'record.create, found',
	'record.create, table',
	'record.create, a moment',
	'record.create, all kinds',
	'record.create, several in one field',
	'record.create, selections',
	'record.create, by name',
);
const CLEARED = "absent fields are cleared; such a service needs 'Send Whole Record'";

/** Of a user (Resources, User). */
const DEFAULTS: Held = { isRetired: false, expire: '9999/12/31', loginErrorCount: 0 };
const HIGH = '{"id":3,"selectName":"High","code1":"H"}';
const PHONE = '{"id":1,"selectName":"Phone","code1":"PH"}';
const CHAT = '{"id":3,"selectName":"Chat","code1":"CH"}';

const withoutLook = ({ sent, ...usual }: Outcome): Outcome => ({
	...usual,
	sent: sent.filter((line) => !/"GET","path":"\/api\/apps\/2\/records".*"limit":"1000"/.test(line)),
});

// prettier-ignore
export const ON_WRITING: readonly Allowed[] = [
	{
		under: ['imports always create'],
		why: 'the service creates; the node only reports that the import succeeded',
		of: runs('record.import, with a record ID'),
		becomes: (usual) => another(usual, 41, { appsId: 1, uniqueId: 'SUP00041', status: 'Open' }, { 'field-1': 'Five', 'field-6': 'Normal' }),
	},
	{
		under: ['rows before a bad one stay'],
		why: 'the service saves the first row; the node reports unknown items',
		of: runs('record.import, one rejected'),
		becomes: (usual, others) => ({ ...usual, left: others('record.import').left.slice(0, 1) }),
	},
	{
		under: ['201 with the record', '201 with Location'],
		why: 'the node does not look up what the service returns',
		of: runs('record.create, found'),
		becomes: withoutLook,
	},
	{
		under: ['201 with the record'],
		why: "the service's answer about the new record is returned",
		of: creates,
		becomes: (usual) => rewritten('told', /("recordId":\d+).*/, '$1,"uniqueId":"')(withRecordId(usual)),
		read: beginning(/^.*?"recordId":\d+,"uniqueId":"/),
	},
	{
		under: ['201 with Location'],
		why: 'the header contains the ID of the new record',
		of: creates,
		becomes: withRecordId,
	},
	{
		under: ['create of a user: the user'],
		why: "the service's answer about the new user is returned, without a password",
		of: runs('user.create'),
		becomes: rewritten('told', /,?"code":"E0100".*/, ',"code":"E0100","id":'),
		read: each('told', (line) => /loginPass/.test(line) ? line : line.replace(/"id":\d+.*/, '"id":')),
	},
	{
		under: ['calculated values ignored'],
		why: 'the write succeeds without the value that cannot be set',
		of: runs('record.update, calculated, JSON'),
		becomes: (usual, others) => ({ ...others('record.update, calculated, mapped'), sent: usual.sent }),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.update'),
		becomes: holdingOnly('field-1', 'field-6'),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.import, with a record ID'),
		becomes: holdingOnly('field-1'),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.update, without the key', 'record.upsert, updating'),
		becomes: holdingOnly('field-21', 'field-22'),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.update, dates unchanged'),
		becomes: holdingOnly('field-41', 'field-44'),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.upsert, in many records'),
		becomes: holdingOnly('field-41', 'field-45'),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.update, second field'),
		becomes: holdingOnly('field-1', 'field-2'),
	},
	{
		under: ['left out is cleared'],
		why: `${CLEARED}; values calculated from them become 0`,
		of: updating('record.update, calculated, mapped', 'record.update, calculated, JSON', 'record.upsert, updating by import'),
		becomes: holding((held) => ({ ...only(held, ['field-31', held['field-34'] === 9 ? 'field-34' : '']), 'field-35': 0 })),
	},
	{
		under: ['left out is cleared'],
		why: CLEARED,
		of: updating('record.upsert, by number and choice'),
		becomes: holding(({ 'field-36': _, ...held }) => held),
	},
	{
		under: ['left out is cleared'],
		why: "'Keep Others' is off in this run",
		of: runs('position.update'),
		becomes: holding((held) => only(held, ['code', 'name', 'kana', 'note']), '"position"'),
	},
	{
		under: ['left out is cleared'],
		why: 'an import sends only its items, and reads nothing before',
		of: runs('user.import'),
		becomes: holdingOnly('code', 'name', 'kana', 'loginId', 'loginPass', 'organizationCode', 'isRetired', 'loginErrorCount'),
	},
	{
		under: ['left out is cleared'],
		why: 'an import sends only its items, and reads nothing before',
		of: runs('user.import, of a retired one'),
		becomes: holdingOnly('code', 'name', 'kana', 'loginId', 'loginPass', 'organizationCode'),
	},
	{
		under: ['left out is cleared'],
		why: `${CLEARED}; so is a day that the price requires`,
		of: runs('record.upsert, by a value beyond 2^53'),
		becomes: (usual) => ({ ...usual, told: failed('Bad Request: The field [Bought on (field-36)] is required by its condition'), left: [] }),
		read: unadvised,
	},
	{
		under: ['left out is cleared'],
		why: "if absent, isRetired, expire and loginErrorCount get the document's defaults",
		of: ({ name }, { left }) => /^user\.(update|upsert|sync)(, automatic)?$/.test(name) && left.length > 0,
		becomes: (usual) => usual,
		read: holding((held) => Object.fromEntries(Object.entries(held).filter(([name, value]) => DEFAULTS[name] !== value))),
	},
	{
		under: ['numbers as text'],
		why: 'values that are not in the item go back unchanged',
		of: runs('record.update, whole'),
		becomes: rewritten('sent', /"field-9":3.5/, '"field-9":"3.5"'),
	},
	{
		under: ['choices with commas'],
		why: 'values that are not in the item go back unchanged',
		of: runs('record.update, whole'),
		becomes: rewritten('sent', /"field-7":\["Phone","Chat"\]/, '"field-7":"Phone,Chat"'),
	},
	{
		under: ['choices as objects'],
		why: 'values that are not in the item go back unchanged, several choices perhaps as one text',
		of: runs('record.update, whole'),
		becomes: (usual) => rewritten('sent', /"field-6":"High"/, `"field-6":${HIGH}`)(rewritten('sent', /"field-7":\["Phone","Chat"\]/, `"field-7":[${PHONE},${CHAT}]`)(usual)),
		read: each('sent', (line) => line.replace(/"id":"(\d+)"/g, '"id":$1')),
	},
	{
		under: ['types without words'],
		why: 'neither the type nor 0 decimals shows that the field takes numbers',
		of: runs('record.upsert, by number and choice', 'record.create, several in one field'),
		becomes: rewritten('sent', /"field-33":(62000|12)/, '"field-33":"$1"'),
	},
	{
		under: ['deletion leaves updatedAt'],
		why: 'the service does not say who deleted a record, and when',
		of: runs('record.delete'),
		becomes: rewritten('left', /"updaterCode":"api","updatedAt":"<now>"/, '"updaterCode":"E0005","updatedAt":"2026-01-05 14:30:00"'),
	},
];
