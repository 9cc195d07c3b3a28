import {
	mustBeFew,
	mustBeSmall,
} from '../../../../nodes/RecordsDirectory/core/trigger/deletions/alarms';
import { stateOf } from './polls';

describe('records missing at once', () => {
	test.each([
		[50, 60],
		[50, 100],
		[200, 1_000],
		[200, 1_004],
	])('%i of %i may be deletions', (missing, known) => {
		expect(() => mustBeFew(missing, known)).not.toThrow();
	});

	test.each([
		[3, 100, 3],
		[100, 100, 100],
	])('%i of %i may be deletions if the user allows %i', (missing, known, limit) => {
		expect(() => mustBeFew(missing, known, limit)).not.toThrow();
		expect(() => mustBeFew(missing, known, limit - 1)).toThrow(`'Removal Limit' is ${limit - 1}`);
	});

	test.each([
		[51, 100],
		[201, 1_004],
	])('%i of %i are taken for lost rights, and it is said what can be done', (missing, known) => {
		expect(() => mustBeFew(missing, known)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(
					`At least ${missing} of ${known} records are missing at once, but 'Removal Limit' is `,
				),
				advice: expect.stringMatching(/add the option 'Removal Limit'.*lost the permission/),
			}),
		);
	});
});

test('a state of a million characters is saved, a larger one is rejected', () => {
	const most = 1_000_000;
	const rest = most - JSON.stringify(stateOf([1], { hidden: '' })).length;
	const sized = (length: number) => stateOf([1], { hidden: 'A'.repeat(rest + length) });
	expect(() => mustBeSmall(sized(0), 1)).not.toThrow();
	expect(() => mustBeSmall(sized(1), 300_000)).toThrow(
		expect.objectContaining({
			message:
				'The form has too many records to watch for deletions: 300000, which take 1000001 characters',
			advice: 'Watch fewer records: set a Keyword or a Query in the options of the trigger.',
		}),
	);
});
