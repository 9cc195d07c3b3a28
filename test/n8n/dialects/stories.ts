import type { INodeParameters } from 'n8n-workflow';
import { examples, type RecordChange } from '../../support/events';
import { given as ofNotices } from '../../support/noticing';
import { formId } from '../../support/watching';

/** Something that happens at the service; within a round each record, and each count, is changed once. */
export type Change =
	| { readonly kind: 'create' }
	| { readonly kind: 'edit' | 'note' | 'status' | 'delete'; readonly recordId: number }
	| { readonly kind: 'count'; readonly id: '8' | '9'; readonly count: number };

/** What happens before a poll, and how far the service's clock advances before and after it. */
export interface Step {
	readonly changes: readonly Change[];
	readonly seconds: readonly [before: number, after: number];
	/** Others use up the limit before the poll, where there is one. */
	readonly isCrowded: boolean;
}

export interface Round {
	readonly steps: readonly Step[];
	/** Seconds that the service's clock steps back first. */
	readonly stepBack: number;
}

export type Story = readonly Round[];

export interface Watched {
	readonly given: INodeParameters;
	/** The changes of records that it emits, if they do not depend on a value. */
	readonly tells: readonly RecordChange[];
}

const FORM = { form: formId(1) };

const each = Object.entries(examples).map(([event, example]): [string, Watched] => [
	event,
	example.about === 'notice'
		? { given: ofNotices(event), tells: [] }
		: { given: { event, ...FORM }, tells: 'changes' in example ? example.changes : [] },
]);

const withOptions = (event: keyof typeof examples, options: INodeParameters): Watched => {
	const { given, tells } = Object.fromEntries(each)[event]!;
	return { given: { ...given, options }, tells };
};

/** Every event of the trigger, and some with options. */
export const watched: Readonly<Record<string, Watched>> = {
	...Object.fromEntries(each),
	recordCreatedOrUpdated: withOptions('recordCreatedOrUpdated', { fields: 'field-1,field-2' }),
	'recordUpdated, of one field': {
		...withOptions('recordUpdated', { watchedFields: ['field-10'] }),
		tells: ['note'],
	},
	'recordCreatedOrUpdated, from what exists on': withOptions('recordCreatedOrUpdated', {
		existingSince: '1970-01-01',
	}),
};

/** Records that are there from the beginning and are never deleted, and those that may be. */
const LASTING = Array.from({ length: 24 }, (_, n) => n + 1);
const PASSING = Array.from({ length: 16 }, (_, n) => n + 25);

/** Numbers in [0, 1) that are the same for the same seed. */
export function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const STEPS = 3;

/** Rounds of changes and polls, the same for the same seed. */
export function storyOf(seed: number, rounds: number, stepBack = 0): Story {
	const random = randomOf(seed);
	const whole = (to: number) => Math.floor(random() * to);
	const passing = [...PASSING];
	return Array.from({ length: rounds }, (_, round): Round => {
		const lasting = [...LASTING];
		const take = (from: number[]) => from.splice(whole(from.length), 1)[0]!;
		const steps = Array.from({ length: STEPS }, (__, n): Step => {
			const changes: Change[] = [{ kind: 'create' }];
			for (const kind of ['edit', 'note', 'status'] as const)
				for (let left = (n === 0 ? 1 : 0) + whole(2); left > 0; left--)
					changes.push({ kind, recordId: take(lasting) });
			if (n < 2 && passing.length > 1) changes.push({ kind: 'delete', recordId: take(passing) });
			// By turns one count goes up and the other is back at 0.
			if (n < 2)
				changes.push({
					kind: 'count',
					id: (n + round) % 2 ? '9' : '8',
					count: n ? 0 : 1 + whole(3),
				});
			return { changes, seconds: [1 + whole(70), whole(20)], isCrowded: n % 2 === 0 };
		});
		return { steps, stepBack: round === 1 ? stepBack : 0 };
	});
}
