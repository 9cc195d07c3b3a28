import type { ProbeReply } from '../../nodes/RecordsDirectory/core/probe/reply';
import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import { failureOf } from '../../nodes/RecordsDirectory/core/request/failure';
import { delayAfter } from '../../nodes/RecordsDirectory/core/request/retry';
import { quiet, turn } from '../../nodes/RecordsDirectory/n8n/transport/pacer';

const NEVER = { aborted: false };

export type Send = (request: ApiRequest) => Promise<ProbeReply | undefined>;

/** Sends the requests at the pace of the nodes. Calls `tell` with the milliseconds of a wait. */
export const paced =
	(site: string, limit: number, tell: (ms: number) => void) =>
	(send: Send): Send =>
	async (request) => {
		await turn(site, limit, { patienceMs: Infinity, isPoll: false, stop: NEVER, tell });
		const reply = await send(request);
		if (reply && isLimit(reply)) quiet(site, waitAfter(reply));
		return reply;
	};

const isLimit = ({ status }: ProbeReply) => status === 402 || status === 429;

function waitAfter({ status, headers, body }: ProbeReply): number {
	const failure = failureOf({ statusCode: status, headers, body }, Date.now());
	return delayAfter(1, failure, { repeatable: true, random: Math.random() }) ?? 0;
}
