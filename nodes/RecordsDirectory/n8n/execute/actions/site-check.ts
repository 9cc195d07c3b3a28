import type { JsonObject } from '../../../core/json';
import type { ProbeReply } from '../../../core/probe/probe-reply';
import { MOST_PROBE_REQUESTS, unknownIn, type ProbeRequest } from '../../../core/probe/requests';
import { findingsOf, type Finding } from '../../../core/probe/findings';
import { probeSite } from '../../../core/probe/probe-site';
import type { ApiRequest } from '../../../core/request/request';
import { InputError } from '../../../core/values/input-error';
import { CREDENTIAL } from '../../transport/context';
import type { Checked, Job, Step } from '../job';
import { outputsOf } from './steps';

/** One step for all items, to which its outputs are linked; the first item decides where the check starts. */
export const checkSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.slice(0, 1).map((first) => ({
		items: checked.map(({ item }) => item),
		requests: () => Promise.resolve({ least: 1, most: MOST_PROBE_REQUESTS }),
		work: async () => [outputsOf(job, 'site', await rowsOf(job, first))],
	}));

const CHOOSE = { form: "Choose another one in 'Form'.", user: "Choose another one in 'User'." };

async function rowsOf(job: Job, { values }: Checked): Promise<readonly JsonObject[]> {
	const { directoryApiKey } = await job.context.getCredentials<{ directoryApiKey?: string }>(
		CREDENTIAL,
	);
	const answers = await probeSite(
		{
			form: values.checkedForm,
			user: values.checkedUser,
			hasDirectoryKey: Boolean(directoryApiKey),
		},
		(request, ask) => replyTo(job, request, ask),
	);
	const unknown = unknownIn(answers);
	if (unknown) throw new InputError(unknown.message, CHOOSE[unknown.input]);
	return findingsOf(answers).map(rowOf);
}

async function replyTo(
	{ client }: Job,
	request: ApiRequest,
	{ name }: ProbeRequest,
): Promise<ProbeReply | undefined> {
	const sentMs = Date.now();
	// An invalid key or an unreachable site must fail as in every operation.
	const reply =
		name === 'forms'
			? { ...(await client.send(request)), sentMs, receivedMs: Date.now() }
			: await client.sendOnce(request);
	return reply && { ...reply, status: reply.statusCode };
}

/** A finding as an item, without empty properties. */
const rowOf = ({ rows, isUndocumented, behaviour, ...finding }: Finding): JsonObject => ({
	...finding,
	points: rows.join(', '),
	...(behaviour === undefined
		? {}
		: { behaviour: String(behaviour), fitsDocument: !isUndocumented }),
});
