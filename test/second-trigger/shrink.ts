import type { Violation } from './judge';
import { valueIn } from '../support/events';
import { isNotice, type Step, type Story } from './story';

/** Two violations with the same name have the same cause. */
export const nameOf = (story: Story, { kind }: Violation): string => `${watchOf(story)}: ${kind}`;

/** Events that are found in one way have one cause. */
const watchOf = ({ event, options }: Story): string =>
	isNotice(event)
		? 'notices'
		: event === 'recordDeleted'
			? 'deletions'
			: (valueIn(event)?.value ?? (options.watched ? 'watched fields' : 'changes'));

const without = <T>(all: readonly T[], index: number, count = 1): T[] =>
	all.filter((_, at) => at < index || at >= index + count);

/** Stories that are simpler by one thing. */
export function* simpler(story: Story): Generator<Story> {
	const { steps } = story;
	for (const size of [8, 4, 2, 1]) {
		for (let at = steps.length - size; at >= 1; at--)
			yield { ...story, steps: without(steps, at, size) };
	}
	for (const name of Object.keys(story.dialect)) {
		const { [name as never]: _, ...dialect } = story.dialect;
		yield { ...story, dialect };
	}
	for (const name of Object.keys(story.options)) {
		const { [name as never]: _, ...options } = story.options;
		yield { ...story, options };
	}
	if (story.saving === 'durable') yield { ...story, saving: 'plain' };
	if (story.limit !== undefined) {
		const { limit: _, ...rest } = story;
		yield rest;
	}
	if (story.users.length > 1) yield { ...story, users: story.users.slice(0, -1) };
	for (const records of [0, 1, Math.floor(story.records / 2)])
		if (records < story.records) yield { ...story, records };
	for (let at = 0; at < steps.length; at++) {
		for (const step of simplerSteps(steps[at]!))
			yield { ...story, steps: steps.map((one, index) => (index === at ? step : one)) };
	}
}

function* simplerSteps(step: Step): Generator<Step> {
	if (step.do === 'write') {
		const { write } = step;
		if ('late' in write && write.late) {
			const { late: _, ...rest } = write;
			yield { ...step, write: rest };
		}
		if ('count' in write && write.count > 1)
			yield { ...step, write: { ...write, count: Math.floor(write.count / 2) } };
		if ('which' in write && write.which > 0) yield { ...step, write: { ...write, which: 0 } };
	}
	if ('faults' in step && step.faults) {
		const { faults: _, ...rest } = step;
		yield rest;
	}
	if (step.do !== 'poll') return;
	for (const name of ['meanwhile', 'slow', 'overlap', 'crash'] as const) {
		if (step[name] === undefined) continue;
		const { [name]: _, ...rest } = step;
		yield rest;
	}
	if (step.meanwhile && step.meanwhile.length > 1) {
		for (let at = 0; at < step.meanwhile.length; at++)
			yield { ...step, meanwhile: without(step.meanwhile, at) };
	}
	if (step.after !== 60) yield { ...step, after: 60 };
}
