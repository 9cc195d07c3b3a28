import {
	planSummary,
	syncedRow,
	upsertedRow,
	withProblem,
	type Action,
} from '../../../nodes/RecordsDirectory/core/directory/sync-settings';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const ann = { code: 'E1', name: 'Ann', note: 'x' };

it.each<[Action, string]>([
	['create', 'created'],
	['update', 'updated'],
	['unchanged', 'unchanged'],
	['missing', 'missing'],
	['excluded', 'excluded'],
	['retire', 'retired'],
	['delete', 'deleted'],
	['unknown', 'unknown'],
])('what was to %s is output as %s', (action, done) => {
	expect(syncedRow({ isDry: false, action }, ann)).toEqual({
		success: true,
		code: 'E1',
		name: 'Ann',
		action: done,
	});
	expect(syncedRow({ isDry: true, action }, ann, { name: { from: 'A', to: 'B' } })).toEqual({
		dryRun: true,
		code: 'E1',
		name: 'Ann',
		action,
		changes: { name: { from: 'A', to: 'B' } },
	});
});

it.each([
	['create', 'created'],
	['update', 'updated'],
	['unchanged', 'unchanged'],
] as const)('an entry to %s is output as %s', (action, done) => {
	const entry = { item: 0, code: 'E1', action, changes: {}, body: {} };
	expect(upsertedRow(entry)).toEqual({ success: true, code: 'E1', action: done });
});

it('a row of a dry run has the problem of its item, with the advice', () => {
	const problem = new InputError("'Name' is empty", 'Enter a name.');
	expect(withProblem({ code: 'E1' }, problem)).toEqual({
		code: 'E1',
		problem: "'Name' is empty. Enter a name.",
	});
	expect(withProblem({ code: 'E1' }, undefined)).toEqual({ code: 'E1' });
});

it.each<[readonly Action[], string]>([
	[[], ''],
	[['create'], '1 to create'],
	[
		['unchanged', 'update', 'create', 'update', 'delete', 'retire', 'missing', 'unknown'],
		'1 to create, 2 to update, 1 to retire, 1 to delete, 1 unchanged, 1 missing, 1 without a code',
	],
])('a plan of %j in words: %s', (actions, words) => expect(planSummary(actions)).toBe(words));
