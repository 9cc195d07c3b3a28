import type { Finding } from './findings';

/** The behaviour of a site without any of its data: only words that this package knows, and numbers. */
export interface Profile {
	readonly version: 1;
	readonly findings: Readonly<Record<string, Pick<Finding, 'behaviour' | 'certainty'>>>;
}

export const profileOf = (findings: readonly Finding[]): Profile => ({
	version: 1,
	findings: Object.fromEntries(
		findings.map(({ question, behaviour, certainty }) => [
			question,
			{ ...(behaviour === undefined ? {} : { behaviour }), certainty },
		]),
	),
});
