import type { Story } from '../second-model/story';
import type { Options, Step, Story as TriggerStory } from '../second-trigger/story';

/* Stories of the earlier commit, such that both packages can be compared in them. */

/**
 * Leaves out *Update with Import* and *Conditions to Match*, which the package no longer has. Faults, other users and the
 * end of an execution belong to the number of a request, so they are left out where the package sends others: of *Create or
 * Update* with *Send Whole Record*.
 */
export function comparable(story: Story): Story {
	const { updateByImport: _, filter, ...kept } = story.options as Record<string, unknown>;
	const all = filter instanceof Object ? { filter: { ...filter, hold: 'all' } } : {};
	const options: Record<string, unknown> = { ...kept, ...all };
	const { cancelAt: __, ...others } = story;
	const isUndisturbed = story.operation === 'upsert' && options.wholeRecord === true;
	const rest = isUndisturbed ? { ...others, faults: [], others: [] } : story;
	return { ...rest, options } as Story;
}

/** What options could say in the stories of the earlier commit. */
interface EarlierOptions extends Options {
	readonly catchUpLimit?: number;
	readonly startWith?: string;
}

/** Leaves out *Emit Newest* and *Start With*, which the package no longer has. */
export function withKeptOptions(story: TriggerStory): TriggerStory {
	const given: EarlierOptions = story.options;
	const { catchUp, catchUpLimit: _, startWith: __, since: ___, ...options } = given;
	return { ...story, options: { ...options, ...(catchUp === 'nothing' && { catchUp }) } };
}

/**
 * A story whose events do not depend on the number of requests, nor on what a saved state looks like: nothing strikes
 * or happens at a request, none takes time, and no reply differs from the previous one without a change.
 */
export function calm(story: TriggerStory): TriggerStory {
	const { equals: _, volatile: __, ...dialect } = story.dialect;
	return { ...story, dialect, steps: story.steps.flatMap(calmStep) };
}

function calmStep(step: Step): Step[] {
	switch (step.do) {
		case 'poll':
			return [{ do: 'poll', after: step.after }];
		case 'restart':
			return [{ do: 'restart', down: step.down }];
		case 'publish':
			return [{ do: 'publish', after: step.after }];
		case 'spoil':
			return [];
		default:
			return [step];
	}
}
