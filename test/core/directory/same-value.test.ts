import { resources } from '../../../nodes/RecordsDirectory/api';
import {
	date,
	flag,
	integer,
	rows,
	text,
	type Field,
} from '../../../nodes/RecordsDirectory/api/define';
import { planChanges, valuesToSendBack } from '../../../nodes/RecordsDirectory/core/directory/plan';
import { entryOf } from '../../support/entries';

const NOTE = text('Note');
const ON = flag('On');
const COUNT = integer('Count');
const DAY = date('Day');
const END = date('End', { whenAbsent: '9999/12/31' });
const PLACES = rows('Places', { organizationCode: text('O'), positionCode: text('P') });
const place = (organizationCode: string, more: object = {}) => ({ organizationCode, ...more });

const operationOf = (x: Field) => ({ ...entryOf('position.sync').operation, params: { x } });

/** Whether a value of an item leaves the entry of the service unchanged. */
function isSameValue(field: Field, one: unknown, other: unknown): boolean {
	const operation = operationOf(field);
	const resource = { ...resources.position, entity: { x: 'string' } as const };
	const wanted = { item: 0, code: 'A', body: { x: one } };
	const { planned } = planChanges({ operation, resource }, [wanted], [{ code: 'A', x: other }]);
	return planned[0]?.action === 'unchanged';
}

it.each([
	[COUNT, 0, null],
	[DAY, '2030/01/05', '2030-01-05T00:00:00Z'],
	[END, '', '9999-12-31'],
	[ON, false, '10'],
	[ON, false, '21'],
	[PLACES, [], [{ organizationCode: '', positionCode: null }]],
	[PLACES, [place('A')], [place('A', { positionCode: '', organizationKeyMan: true })]],
])('%j: %j is %j', (field, one, other) => expect(isSameValue(field, one, other)).toBe(true));

it.each([
	[ON, true, undefined],
	[DAY, '2030/01/05', '2030/01/051'],
	[PLACES, [], [place('A')]],
	[PLACES, [place('A', { positionCode: 'B' })], [place('B', { positionCode: 'A' })]],
])('%j: %j is not %j', (field, one, other) => expect(isSameValue(field, one, other)).toBe(false));

it.each([
	['the last day, which means no end', END, '9999-12-31', true],
	['another day', END, '2030/01/05', false],
	['no value where the document names no default', NOTE, '', false],
])('whether it is the default, which is not sent back: %s', (_, field, value, is) =>
	expect(valuesToSendBack(operationOf(field), { x: value })).toEqual(is ? {} : { x: value }),
);
