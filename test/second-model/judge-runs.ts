import { itemOf, requestsOf, writesOf } from './found';
import type { Played, Said } from './run';
import { fieldsIn, isQuiet } from './story';
import { told } from './told';
import { same, show, violation, type Violation } from './violation';

/* Several runs: a dry run, the run that does what it shows, and the same run again. */

export function* ofDryRun(played: Played, said: Said): Generator<Violation> {
	const sent = requestsOf(played, said).find(({ method }) => method !== 'GET');
	if (sent) yield violation('a dry run writes', 'nothing', sent);
}

const differs = (what: string, expected: unknown, found: unknown) =>
	violation(`the run is not the plan: ${what}`, expected, found);

const failureOf = ({ error, outputs }: Said): unknown =>
	error ?? outputs.find(({ json }) => json.error !== undefined)?.json.error;

/** Whether the run would send nothing, as the dry run says. */
const stops = ({ hints }: Said): boolean => /nothing would be sent/i.test(hints);

/** What a run does is what its dry run said. */
export function* ofPlan(played: Played, dry: Said, wet: Said): Generator<Violation> {
	if (played.story.on === 'records') return yield* ofRecordPlan(played, dry, wet);
	const [planned, failure] = [failureOf(dry), failureOf(wet)];
	const isRejected = failure !== undefined && played.story.dialect.unsaid !== undefined;
	if (planned !== undefined || isRejected) return;
	if (stops(dry) !== (failure !== undefined)) yield differs('failure', dry.hints, failure);
	const actions = ({ outputs }: Said) =>
		outputs
			.map(({ json }) => `${String(json.code)}: ${String(json.action).replace(/d$/, '')}`)
			.sort();
	if (failure === undefined && !same(actions(dry), actions(wet)))
		yield differs('actions', actions(dry), actions(wet));
}

/** A run of records writes what its plan shows, and nothing else. */
function* ofRecordPlan(played: Played, dry: Said, wet: Said): Generator<Violation> {
	const { operation, onError } = played.story;
	if (dry.error !== undefined && wet.error === undefined) yield differs('failure', dry.error, '');
	if (dry.error !== undefined) return;
	const created = operation === 'import' ? 'import' : 'create';
	const found = writesOf(played, wet).map((write) => {
		const { before, row, state } = write;
		const change = `${state ? 'update' : 'delete'} record ${row.id}`;
		return before ? change : `${created} item ${itemOf(played, wet, write)}`;
	});
	const plan = dry.outputs.map(({ json: { action, recordId }, of }) => {
		const place = action === created ? `item ${of}` : `record ${String(recordId)}`;
		return `${String(action)} ${place}`;
	});
	const planned = stops(dry) ? [] : plan.filter((what) => !what.startsWith('un'));
	// The service may reject more.
	const isRejected = requestsOf(played, wet).some(({ status }) => status >= 400);
	const other = found.find((what) => !planned.includes(what));
	if (other !== undefined || (!isRejected && found.length < planned.length))
		yield differs('writes', planned, found);
	if (isRejected) return;
	if ((wet.error !== undefined) !== (stops(dry) && onError === 'stop'))
		yield differs('failure', dry.hints, wet.error);
	const outputs = wet.outputs.toSorted((a, b) => Number(a.of) - Number(b.of));
	for (const [place, json] of (stops(dry) ? [] : dry.outputs.map(({ json }) => json)).entries()) {
		const { dryRun, action, changes, problem = '', recordId, record, ...values } = json;
		const { error, ...output } = outputs[place]?.json ?? {};
		const { message = '' } = (error ?? {}) as { readonly message?: string };
		const isProblem = action === 'unknown' && message !== '' && String(problem).startsWith(message);
		if (dryRun !== true || isProblem !== (action === 'unknown' || message !== ''))
			yield differs('problem', json, message);
		if (action === 'unknown') continue;
		const shown = Object.keys(values).map((name) => output[name]);
		if (!same(Object.values(values), shown)) yield differs('values', values, output);
	}
}

/** After a run that saved all, the same run finds nothing to do. */
export function* ofRepetition(played: Played, before: Said, again: Said): Generator<Violation> {
	const { story } = played;
	const isAllSaved = told(played, before).every(({ claim }) => claim === 'saved');
	if (!isQuiet(story) || !isAllSaved || before.error !== undefined) return;
	const secrets = fieldsIn(story).filter(({ isSecret }) => isSecret);
	const sendsAlways =
		story.options.missing === 'retire' ||
		story.items.some((item) => secrets.some(({ name }) => name in item));
	const [write] = writesOf(played, again).filter(
		({ before: was, state }) => !sendsAlways || !was || !same(was, state),
	);
	if (write)
		yield violation(
			'sends what is unchanged',
			'nothing',
			`${show(write.before)} to ${show(write.state)}`,
		);
}
