import {
	changeOf,
	sampleEvents,
	sampleRequest,
	type ChosenEvent,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/event';
import { row, time } from './polls';

test('a record that is not known is new where it was created in the window', () => {
	const kind = (created: number) => {
		const watched = { event: 'recordCreatedOrUpdated', appsId: 12 } as const;
		return changeOf(row(5, created, 930), { windowStart: time(900), seen: new Map() }, watched)
			?.event;
	};
	expect(kind(900)).toBe('recordCreated');
	expect(kind(899)).toBe('recordUpdated');
});

test('the sample: the newest rows that match, oldest first', () => {
	const rows = [row(3, 900, 930), { ...row(4, 900), isDeleted: 1 }, row(2, 800)];
	const watched = (event: ChosenEvent) => ({ event, appsId: 12 });
	const told = (event: ChosenEvent) =>
		sampleEvents({ rows }, watched(event)).map(
			({ event: name, row: r }) => `${name} ${r.recordId}`,
		);
	expect(told('recordUpdated')).toEqual(['recordUpdated 3']);
	expect(told('recordCreated')).toEqual(['recordCreated 2', 'recordCreated 3']);
	expect(told('recordCreatedOrUpdated')).toEqual(['recordCreated 2', 'recordUpdated 3']);
	expect(sampleRequest('recordCreated', 3)).toEqual({ order: 'createdAt:desc', page: 1, limit: 3 });
	expect(sampleRequest('recordUpdated', 3)).toEqual({ order: 'updatedAt:desc', page: 1, limit: 3 });
});
