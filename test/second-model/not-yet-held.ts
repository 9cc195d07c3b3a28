import type { NotYetHeld } from '../support/stories/tellings';
import type { Violation } from './judge';
import type { Story } from './story';

/** None: what cannot be promised stands in `judge.ts`, and the documentation says it. */
export const NOT_YET_HELD: readonly NotYetHeld<Story, Violation>[] = [];
