import { outputSchema, triggerSchema } from '../../scripts/schemas';
import { entryOf, type OperationKey } from '../support/entries';

const typesOf = ({ properties }: ReturnType<typeof outputSchema>) =>
	Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
const shape = (key: OperationKey) => {
	const { resource, operation } = entryOf(key);
	return typesOf(outputSchema(resource, operation));
};

it('a schema is an object of the first version', () => {
	const { resource, operation } = entryOf('user.delete');
	expect(outputSchema(resource, operation)).toEqual({
		type: 'object',
		properties: { deleted: { type: 'boolean' }, code: { type: 'string' } },
		version: 1,
	});
});

const done = { success: 'boolean', action: 'string' };
const entry = { ...done, code: 'string', name: 'string', kana: 'string' };
const user = { ...entry, loginId: 'string', organizationCode: 'string' };
const found = { code: 'string', name: 'string', changes: 'object', problem: 'string' };
it.each<[OperationKey, object]>([
	['user.create', user],
	['position.create', entry],
	['user.update', { ...done, code: 'string' }],
	['user.upsert', user],
	['record.create', { ...done, appsId: 'number' }],
	['record.update', { ...done, appsId: 'number', recordId: 'number' }],
	['record.import', done],
	['record.upsert', done],
	['record.lookUp', { record: 'object' }],
	['user.lookUp', { user: 'object' }],
	['comment.create', { ...done, appsId: 'number', recordId: 'number' }],
	['user.sync', { ...done, dryRun: 'boolean', ...found }],
])('the output of %s', (key, types) => expect(shape(key)).toEqual(types));

it('what is read has the simplified properties, a record without its fields', () => {
	expect(shape('user.get')).toMatchObject({ code: 'string', name: 'string' });
	expect(shape('record.get')).toMatchObject({ recordId: 'number', updatedAt: 'string' });
	expect(shape('record.get')).not.toHaveProperty('record');
	const { entity, simplified } = entryOf('record.get').resource;
	const names = Object.keys(entity).filter((name) => name !== 'record');
	expect(Object.keys(shape('record.get'))).toEqual(
		names.filter((name) => simplified?.includes(name) ?? true),
	);
	expect(Object.keys(shape('form.get')).length).toBeGreaterThan(0);
});

it('an event is what it is about and the record', () => {
	const { resource } = entryOf('record.getAll');
	const own = { event: 'string', eventId: 'string', appsId: 'number', changes: 'object' };
	expect(typesOf(triggerSchema(resource))).toEqual({ ...own, ...shape('record.getAll') });
	expect(triggerSchema(resource)).toMatchObject({ type: 'object', version: 1 });
	expect(typesOf(triggerSchema({ ...resource, operations: {} }))).toEqual(own);
});
