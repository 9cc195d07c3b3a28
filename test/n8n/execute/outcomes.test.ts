import { entries } from '../../../nodes/RecordsDirectory/api';
import type { ItemOutcome } from '../../../nodes/RecordsDirectory/core/bulk/effect';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { Outcomes } from '../../../nodes/RecordsDirectory/n8n/execute/outcomes';
import { contextOf, takeConsole } from '../../support/n8n';
import { create, errorOf, failureOf, get, subjects } from '../runs';

beforeEach(() => void takeConsole());

/** The outcomes of a run of three items. */
function ofThree(parameters = create, continueOnFail = false, count = 3) {
	const entry = entries.find(({ key }) => key === `record.${String(parameters.operation)}`)!;
	const run = { parameters, items: subjects(count), credentials: {}, continueOnFail };
	return new Outcomes({ context: contextOf(run), entry });
}
const ofThreeOn = () => ofThree(create, true);

const checked = [0, 1, 2].map((item) => ({ item, values: {} }));
const rejected = new Failure({ kind: 'refused', status: 400, message: 'Bad Request' });
const ADVICE = 'Fix what the message names.';
const thrownBy = async (work: () => void) => await failureOf(Promise.resolve().then(work));

describe('a failure before anything is sent', () => {
	const ways: ReadonlyArray<[string, (outcomes: Outcomes) => void]> = [
		['of all items', (outcomes) => outcomes.failAll(checked, rejected)],
		[
			'of one item',
			(outcomes) => {
				outcomes.reject(1, rejected);
				outcomes.throwMistakes();
			},
		],
	];

	it.each(ways)('%s stops a write and says that nothing was sent', async (_, fail) => {
		const error = await thrownBy(() => fail(ofThree()));
		expect(error).toMatchObject({
			message: 'Bad Request',
			description: `Nothing was sent. ${ADVICE}`,
		});
		expect(takeConsole()).toEqual(['Create record: stopped. Nothing was sent.']);
	});

	it.each(ways)('%s stops a read without saying that nothing was sent', async (_, fail) => {
		const error = await thrownBy(() => fail(ofThree(get)));
		expect(error).toMatchObject({ message: 'Bad Request', description: ADVICE });
		expect(takeConsole()).toEqual([]);
	});

	it('of all items is the error of each item without an outcome, if the node continues', () => {
		const outcomes = ofThreeOn();
		outcomes.reject(1, new InputError("'Name' is empty", 'Enter a name.'));
		outcomes.failAll(checked, rejected);
		const all = { message: 'Bad Request', description: `Nothing was sent. ${ADVICE}` };
		const own = { message: "'Name' is empty", description: 'It was not sent. Enter a name.' };
		expect(outcomes.outputsInOrder().map(errorOf)).toEqual([
			{ ...all, outcome: 'not sent', status: 400 },
			{ ...own, outcome: 'not sent' },
			{ ...all, outcome: 'not sent', status: 400 },
		]);
		expect(takeConsole()).toEqual(['Create record: stopped. Nothing was sent.']);
	});
});

describe('the log line about a stop', () => {
	it('says what was saved, and how items are counted', () => {
		const outcomes = ofThree();
		const words = 'Saved: item 0. Not sent: items 1 to 2.';
		outcomes.logStop({ words, again: '', isAdvised: false });
		expect(takeConsole()).toEqual([
			`Create record: stopped. ${words} Items are counted from 0, as in n8n.`,
		]);
	});

	it('is written once, before the error', async () => {
		const outcomes = ofThree();
		outcomes.logStop({ words: 'Saved: item 0.', again: 'Again.', isAdvised: true });
		await thrownBy(() => outcomes.failAll(checked, rejected));
		expect(takeConsole()).toHaveLength(1);
	});
});

it.each<[string, ItemOutcome, JsonObject[], boolean]>([
	['saved without an output', 'saved', [], true],
	['saved without a record ID', 'saved', [{ success: true }], true],
	['saved with a record ID in one of its outputs', 'saved', [{ a: 1 }, { recordId: 7 }], false],
	['failed', 'failed', [], false],
	['unknown', 'unknown', [], false],
])('an item is %s: whether it has failed, and lacks a record ID', (_, outcome, rows, lacks) => {
	const outcomes = ofThree();
	const outputs = rows.map((json) => ({ json }));
	outcomes.succeed(1, outputs, outcome);
	expect([0, 1].map((item) => outcomes.hasFailed(item))).toEqual([false, outcome !== 'saved']);
	expect([0, 1].map((item) => outcomes.lacksRecordId(item))).toEqual([false, lacks]);
});

it('the advice after a failure depends on the operation', () => {
	const operations = ['get', 'import', 'upsert', 'delete'];
	const kinds = operations.map((operation) => ofThree({ ...create, operation }).kind);
	expect(kinds).toEqual(['read', 'write', 'comparison', 'deletion']);
});

it('an output that belongs to no item is linked to all', () => {
	const linksOf = (count: number) => {
		const outcomes = ofThree(create, false, count);
		outcomes.succeed('E0001', [{ json: {} }]);
		return outcomes.outputsInOrder().map(({ pairedItem }) => pairedItem);
	};
	expect(linksOf(1)).toEqual([{ item: 0 }]);
	expect(linksOf(2)).toEqual([[{ item: 0 }, { item: 1 }]]);
});
