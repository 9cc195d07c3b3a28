import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import { noAnswers, type Answers, type ProbeInput } from './answers';
import type { ProbeReply } from './probe-reply';
import { nextProbeRequest, withReply, type ProbeRequest } from './requests';

/** Sends one request; returns undefined for a reply that never came or was cut off. */
type SendProbe = (request: ApiRequest, ask: ProbeRequest) => Promise<ProbeReply | undefined>;

/** Sends all possible requests, one after the other. */
export async function probeSite(given: ProbeInput, send: SendProbe): Promise<Answers> {
	let answers = noAnswers(given);
	for (let next = nextProbeRequest(answers); next; next = nextProbeRequest(answers))
		answers = withReply(answers, next.ask, await send(next.request, next.ask));
	return answers;
}
