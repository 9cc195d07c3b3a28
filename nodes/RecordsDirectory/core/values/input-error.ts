/**
 * Input that cannot be sent: what is wrong with which parameter, and what to do about it.
 * Thrown before anything is sent.
 */
export class Refusal extends Error {
	readonly advice: string;

	constructor(message: string, advice: string) {
		super(message);
		this.name = 'Refusal';
		this.advice = advice;
	}
}
