import type { NodeApiError } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { ItemError } from '../runs';
import { casesOf, scenarioOf, type Case, type Mode } from './cases';
import { expectedOf } from './expected';
import { differences, type Actual } from './judge';
import { actualOf } from './matrix';
import { startSite } from './site';
import { undisturbed } from './undisturbed';

const entry = entries.find(({ key }) => key === 'comment.create')!;

/** What is found wrong with a run of an operation after something about it was changed. */
async function wrongAfter(
	mode: Mode,
	name: string,
	change: (actual: Actual) => Partial<Actual>,
): Promise<readonly string[]> {
	const scenario = scenarioOf(entry, mode);
	const site = await startSite(scenario);
	try {
		const run = await undisturbed(site, entry, scenario);
		const one = casesOf(entry, mode).find(({ fault }) => fault.name === name) as Case;
		const expected = await expectedOf(site, run, one);
		site.restore();
		const actual = await actualOf(site, run, one);
		return differences(run, one, expected, { ...actual, ...change(actual) });
	} finally {
		await site.close();
	}
}

const saying = (words: Partial<NodeApiError>) => (actual: Actual) => ({
	error: Object.assign(Object.create(actual.error!) as NodeApiError, words),
});
const first = ({ output = [] }: Actual) => output[0]!;
const rest = ({ output = [] }: Actual) => output.slice(1);
const holding = (data: Partial<ItemError>) => (all: Actual) => {
	const { json, ...others } = first(all);
	const error = { ...(json.error as object), ...data };
	return { output: [{ ...others, json: { error } }, ...rest(all)] };
};
const ok = { success: true, appsId: 1, recordId: 1, commentId: 7 };

// A judge who finds nothing wrong with these would find nothing wrong with anything.
describe('is found wrong', () => {
	it.each<[string, (actual: Actual) => Partial<Actual>, RegExp]>([
		['a second request', ({ sent }) => ({ sent: sent + 1 }), /^sent 2, not 1$/],
		[
			'a second comment',
			({ held }) => ({ held: [...held, 'comment'] }),
			/^the service has comment$/,
		],
		['a comment that is lost', ({ held }) => ({ held: held.slice(1) }), /^the service lacks /],
		['success', () => ({ error: undefined, output: [] }), /^it did not fail$/],
		['another item', saying({ context: { itemIndex: 1 } }), /^the error is that of item 1, not 0$/],
		['a message of our own', saying({ message: 'Oops' }), /^the message is Oops$/],
		['no advice', saying({ description: 'Failed: item 0' }), /^the advice is Failed: item 0$/],
		['code for words', saying({ message: '[object Object]' }), /^not for a person/],
	])('where the node stops: %s', async (_, change, words) => {
		expect(await wrongAfter('stop', '500, all done', change)).toContainEqual(
			expect.stringMatching(words),
		);
	});

	it('a doubt that is kept to oneself, and a claim of what is not known', async () => {
		const advice = 'The service could not complete the request.';
		const silent = await wrongAfter('stop', '500, all done', saying({ description: advice }));
		expect(silent).toEqual([expect.stringMatching(/^what is in doubt/)]);
		const sure = `Failed: item 0. ${advice}`;
		const claiming = await wrongAfter('stop', '500, all done', saying({ description: sure }));
		expect(claiming).toContainEqual(expect.stringMatching(/^what failed/));
	});

	it.each<[string, (actual: Actual) => Partial<Actual>, RegExp]>([
		['one as done', (all) => ({ output: [{ ...first(all), json: ok }, ...rest(all)] }), /^0: /],
		['a lost link', (all) => ({ output: [{ json: first(all).json }, ...rest(all)] }), /not linked/],
		['a lost output', (all) => ({ output: rest(all) }), /^1 outputs, not 2$/],
		['another outcome', holding({ outcome: 'unknown' }), /^it is unknown, not failed$/],
		['another status', holding({ status: 500 }), /^its status is 500, not 400$/],
		['one as failed', (all) => ({ output: [first(all), first(all)] }), /^1 /],
	])('where the node continues: %s', async (_, change, words) => {
		expect(await wrongAfter('continue', '400 with details', change)).toContainEqual(
			expect.stringMatching(words),
		);
	});
});
