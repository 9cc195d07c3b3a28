import fc from 'fast-check';

/** What the service and the channel see of n8n, or its start. */
export type Sign = 'poll' | 'comment' | 'message' | 'start';

/** When n8n is killed: this many milliseconds after the next sign of that kind. */
export interface Moment {
	after: Sign;
	ms: number;
}

const within = (after: Sign, longest: number) =>
	fc.record<Moment>({ after: fc.constant(after), ms: fc.integer({ min: 0, max: longest }) });

/** Mostly at critical moments: between a reply, n8n's processing of it, and n8n saving the result. */
const moments = fc.oneof(
	{ weight: 5, arbitrary: within('poll', 300) },
	{ weight: 3, arbitrary: within('comment', 80) },
	{ weight: 3, arbitrary: within('message', 80) },
	// Also in the middle of starting, and in the quiet between two polls.
	{ weight: 2, arbitrary: within('start', 40_000) },
);

export const planned = (seed: number, kills: number): Moment[] =>
	fc.sample(moments, { seed, numRuns: kills });

export const seedOfRun = (): number =>
	Number(process.env['KILL_SEED'] || Math.floor(Math.random() * 1_000_000));
