/** One request as it came over the wire. */
export interface LogEntry {
	/** Milliseconds since 1970 by the clock of the tests (`now`). */
	at: number;
	/** On the wire. */
	method: string;
	/** The value of X-HTTP-Method-Override, when it had an effect. */
	override?: string;
	/** Without the base path, still encoded, without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** Parsed JSON, or the raw text when it is none; undefined = no body. */
	body: unknown;
	/** 0 = not answered (yet), or the connection was dropped. */
	status: number;
	operationId?: string;
}
