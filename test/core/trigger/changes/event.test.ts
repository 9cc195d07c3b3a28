import { KnownVersions } from '../../../../nodes/RecordsDirectory/core/trigger/changes/event';
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
