import type { NotYetHeld } from '../support/stories/tellings';
import type { Violation } from './judge';
import type { Story } from './story';

/** Nothing: what cannot be promised the documentation says, and the judge excepts it. */
export const NOT_YET_HELD: readonly NotYetHeld<Story, Violation>[] = [];
