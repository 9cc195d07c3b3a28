/** Gets what a user who waits for an execution wants to know. */
export interface Journal {
	/** Called before each request with the number of requests so far. */
	sent(requests: number): void;
	/** Called when a wait begins that a user would notice. */
	waits(sentence: string): void;
}
