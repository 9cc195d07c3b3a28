/** One request as it was received. */
export interface LogEntry {
	/** Milliseconds since 1970 by the clock of the tests (`now`). */
	at: number;
	/** As sent. */
	method: string;
	/** The value of X-HTTP-Method-Override, when it had an effect. */
	override?: string;
	/** Without the base path, still encoded, without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** Parsed JSON, or the raw text if it is not JSON; undefined = no body. */
	body: unknown;
	/** 0 = no reply (yet), or the connection was dropped. */
	status: number;
	operationId?: string;
}
