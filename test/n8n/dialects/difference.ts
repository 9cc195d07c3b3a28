import type { Run } from './runs';
import type { Outcome } from './tried';

/** How a run may differ from its result under the plain dialect, and why. */
export interface Allowed {
	/** Of settings. */
	readonly under: readonly string[];
	readonly why: string;
	readonly of: (run: Run, usual: Outcome) => boolean;
	readonly becomes: (usual: Outcome, others: Others) => Outcome;
	/** What the document leaves open in a result, before it is compared. */
	readonly read?: (outcome: Outcome) => Outcome;
}

/** The usual outcome of another run. */
export type Others = (name: string) => Outcome;
