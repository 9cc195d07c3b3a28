import type { ApiRequest } from '../request/request';
import { noAnswers, type Answers, type Given } from './answers';
import type { ProbeReply } from './reply';
import { nextAsk, withReply, type Ask } from './asks';

/** Sends one request; returns undefined for a reply that never came or was cut off. */
type SendProbe = (request: ApiRequest, ask: Ask) => Promise<ProbeReply | undefined>;

/** Sends all possible requests, one after the other. */
export async function probed(given: Given, send: SendProbe): Promise<Answers> {
	let answers = noAnswers(given);
	for (let next = nextAsk(answers); next; next = nextAsk(answers))
		answers = withReply(answers, next.ask, await send(next.request, next.ask));
	return answers;
}
