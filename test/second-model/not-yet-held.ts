import type { Violation } from './judge';
import type { Story } from './story';

/** A promise that the nodes do not keep yet. The long run says which no story hits any more: remove them. */
export interface NotYetHeld {
	readonly name: string;
	hits(story: Story, violation: Violation): boolean;
}

/** None: what cannot be promised stands in `judge.ts`, and the documentation says it. */
export const NOT_YET_HELD: readonly NotYetHeld[] = [];
