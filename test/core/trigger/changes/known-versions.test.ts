import { KnownVersions } from '../../../../nodes/RecordsDirectory/core/trigger/changes/known-versions';
import { row } from './polls';

test('the sample: the newest rows that match, oldest first', () => {
	const rows = [row(3, 900, 930), { ...row(4, 900), isDeleted: true }, row(2, 800)];
	const told = (event: ConstructorParameters<typeof KnownVersions>[1]['event']) =>
		new KnownVersions({ seen: {} }, { event, appsId: 12 })
			.sample(rows)
			.map(({ event: name, row: r }) => `${name} ${r.recordId}`);
	expect(told('recordUpdated')).toEqual(['recordUpdated 3']);
	expect(told('recordCreated')).toEqual(['recordCreated 2', 'recordCreated 3']);
	expect(told('recordCreatedOrUpdated')).toEqual(['recordCreated 2', 'recordUpdated 3']);
});

test('an edit of a record that is already known is no creation, however new the record', () => {
	const settings = { event: 'recordCreatedOrUpdated', appsId: 12 } as const;
	const versions = new KnownVersions({ seen: {} }, settings);
	const told = [row(3, 900), row(3, 900, 930)].map((one) => versions.takeChange(one, '')?.event);
	expect(told).toEqual(['recordCreated', 'recordUpdated']);
});

test.each([[null], [''], [[]], [undefined]])(
	'another spelling of an empty value is no new version: %j',
	(empty) => {
		const versions = new KnownVersions({ seen: {} }, { event: 'recordUpdated', appsId: 12 });
		const found = (record: object) =>
			versions.takeChange({ ...row(3, 900, 930), raw: { record } }, '')?.eventId;
		const first = found({ a: 'x' });
		expect(found({ a: 'x', b: empty })).toBeUndefined();
		expect(found({ a: empty })).not.toBe(first);
	},
);
