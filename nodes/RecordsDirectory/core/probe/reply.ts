/** A whole reply, of whatever status. */
export interface ProbeReply {
	readonly status: number;
	/** By names in small letters. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** As JSON where it is any, else as text. */
	readonly body: unknown;
	/** When the request left and when the reply was there, in milliseconds since 1970. */
	readonly sentMs: number;
	readonly receivedMs: number;
}
