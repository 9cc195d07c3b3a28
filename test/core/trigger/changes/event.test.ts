import { KnownVersions } from '../../../../nodes/RecordsDirectory/core/trigger/changes/event';
import { poll, row, time } from './polls';

test('a record that is not known is new where it was created in the window', () => {
	const kind = (created: number) => {
		const watched = { event: 'recordCreatedOrUpdated', appsId: 12 } as const;
		return new KnownVersions({ seen: {} }, watched).findChange(row(5, created, 930), time(900))
			?.event;
	};
	expect(kind(900)).toBe('recordCreated');
	expect(kind(899)).toBe('recordUpdated');
});

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

test('the log names the number of new versions, and the cause of each event', () => {
	const list = [row(1, 900), row(2, 1_000)];
	const { state, fresh } = poll(undefined, { list, now: 1_000 });
	expect(fresh).toBe(2);
	expect(poll(state, { list, now: 1_060 }).fresh).toBe(0);
	const later = [row(1, 900), row(2, 1_000, 1_010), row(3, 1_020)];
	const next = poll(state, { list: later, now: 1_060 });
	expect(next.fresh).toBe(2);
	expect(next.events.map(({ cause }) => cause)).toEqual([
		`differs from the version of ${time(1_000)}`,
		'not seen in the window before',
	]);
});
