import { hasErrors } from '../../nodes/RecordsDirectory/core/request/failure';

/** A complete reply with any status. */
export interface ProbeReply {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** Parsed if it is JSON, else text. */
	readonly body: unknown;
	/** When the request was sent and the reply complete, in milliseconds since 1970. */
	readonly sentMs: number;
	readonly receivedMs: number;
}

const isOk = (status: number) => status >= 200 && status < 300;

export const isSuccess = ({ status, body }: ProbeReply): boolean =>
	isOk(status) && !hasErrors(body);

/** Statuses that services of this kind have for a 400. */
const REJECTED = [400, 409, 422, 423];

/** Whether the site rejects what was sent: some do so with a status of success. */
export const isRejected = (reply: ProbeReply): boolean =>
	REJECTED.includes(reply.status) || (isOk(reply.status) && !isSuccess(reply));

/** Whether something in front of the service has answered: the service has pages only for what it rejects. */
export const isPage = ({ status, body }: ProbeReply): boolean =>
	typeof body === 'string' && /^\s*</.test(body) && (status === 403 || isOk(status));
