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

export const isSuccess = ({ status }: ProbeReply): boolean => status >= 200 && status < 300;
