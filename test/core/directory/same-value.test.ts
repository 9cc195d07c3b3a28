import { resources } from '../../../nodes/RecordsDirectory/api';
import { flag, integer, rows, text, type Field } from '../../../nodes/RecordsDirectory/api/define';
import { planChanges, valuesToSendBack } from '../../../nodes/RecordsDirectory/core/directory/plan';
import { entryOf } from '../../support/entries';

const NOTE = text('Note');
const ON = flag('On');
const COUNT = integer('Count');
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
	[ON, false, '10'],
	[ON, false, '21'],
	[PLACES, [], [{ organizationCode: '', positionCode: null }]],
	[PLACES, [place('A')], [place('A', { positionCode: '', organizationKeyMan: true })]],
])('%j: %j is %j', (field, one, other) => expect(isSameValue(field, one, other)).toBe(true));

it.each([
	[PLACES, [], [place('A')]],
	[PLACES, [place('A', { positionCode: 'B' })], [place('B', { positionCode: 'A' })]],
])('%j: %j is not %j', (field, one, other) => expect(isSameValue(field, one, other)).toBe(false));

it('an empty value is sent back where the document names no default', () => {
	expect(valuesToSendBack(operationOf(NOTE), { x: '' })).toEqual({ x: '' });
});
