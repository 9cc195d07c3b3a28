import type { INodeParameters } from 'n8n-workflow';
import { examples, type RecordChange } from '../../support/events';
import { given as ofNotices } from '../../support/noticing';
import { formId } from '../../support/watching';

/** Something that happens at the service. */
export type Change =
	| { readonly kind: 'create' }
	| { readonly kind: 'edit' | 'note' | 'status' | 'delete'; readonly recordId: number }
	| { readonly kind: 'count'; readonly id: '8' | '9'; readonly count: number };

/** What happens before a poll, and how many seconds the service's clock advances before and after it. */
interface Step {
	readonly changes: readonly Change[];
	readonly seconds: readonly [before: number, after: number];
	/** Others use up the rate limit before the poll, if there is one. */
	readonly isCrowded?: boolean;
	/** The service's clock may step back first. */
	readonly mayStepBack?: boolean;
}

const create = { kind: 'create' } as const;
const change = (
	kind: RecordChange & ('edit' | 'note' | 'status' | 'delete'),
	recordId: number,
) => ({
	kind,
	recordId,
});
const count = (id: '8' | '9', now: number) => ({ kind: 'count', id, count: now }) as const;
/** After these polls, everything that has happened is visible. */
const QUIET: readonly Step[] = [
	{ changes: [], seconds: [150, 0] },
	{ changes: [], seconds: [150, 0] },
];

// prettier-ignore
/** Every kind of change, in several polls, and again after a while. */
export const STORY: readonly Step[] = [
	{ changes: [create, change('edit', 1), change('note', 2), change('status', 3), change('delete', 25), count('8', 2)], seconds: [40, 10], isCrowded: true },
	{ changes: [create, change('edit', 4), change('status', 5), change('delete', 26), count('9', 1)], seconds: [1, 0] },
	{ changes: [create, change('note', 6)], seconds: [60, 15], isCrowded: true },
	...QUIET,
	{ changes: [create, change('edit', 3), change('note', 1), change('status', 2), change('delete', 27), count('8', 0), count('9', 3)], seconds: [40, 10], isCrowded: true, mayStepBack: true },
	...QUIET,
];

export interface Watched {
	readonly given: INodeParameters;
	/** The changes of records that it emits, if they do not depend on a value. */
	readonly tells: readonly RecordChange[];
}

const each = Object.entries(examples).map(([event, example]): [string, Watched] => [
	event,
	example.about === 'notice'
		? { given: ofNotices(event), tells: [] }
		: {
				given: { event, form: formId(1) },
				tells: 'changes' in example ? example.changes : [],
			},
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
