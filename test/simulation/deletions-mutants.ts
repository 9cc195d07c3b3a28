import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as guards from '../../nodes/RecordsDirectory/core/trigger/deletions/gap-finder';
import type * as polls from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionReply } from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import type { scenarios } from './deletions-plans';
import { madeBy, mistakeIn, type Mistake } from './mistaken';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** The scenario in which it breaks the promise for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

type DeletionPoll = polls.DeletionPoll;
type Start = (...given: ConstructorParameters<typeof polls.DeletionPoll>) => DeletionPoll;

/** A class whose constructor makes other polls. */
const polling = (otherwise: (shipped: Start) => Start): Mistake =>
	mistakeIn<typeof polls>('trigger/deletions/deletions', { DeletionPoll: madeBy(otherwise) });

/** A poll of which some parts are others. */
const withParts = (parts: (poll: DeletionPoll) => Partial<DeletionPoll>): Mistake =>
	polling((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const take = (reply: DeletionReply) => poll.take(reply);
		const same = { request: undefined, take, end: () => poll.end() };
		return Object.defineProperties(same as unknown as DeletionPoll, {
			request: { get: () => poll.request },
			...Object.getOwnPropertyDescriptors(parts(poll)),
		});
	});

/** A poll that takes other replies than the service gave. */
const taking = (otherwise: (reply: DeletionReply) => DeletionReply): Mistake =>
	withParts((poll) => ({ take: (reply) => poll.take(otherwise(reply)) }));

const given = (otherwise: Partial<Parameters<Start>[1]>): Mistake =>
	polling((shipped) => (saved, settings) => shipped(saved, { ...settings, ...otherwise }));

export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'no confirmation read': {
		mistakes: [
			withParts((poll) => ({
				get request() {
					while (poll.request?.kind === 'record') poll.take({ kind: 'record' });
					return poll.request;
				},
			})),
		],
		breaks: 'records that are not listed though they are there',
	},
	'a record that the single read still finds is deleted all the same': {
		mistakes: [taking((reply) => (reply.kind === 'record' ? { kind: 'record' } : reply))],
		breaks: 'records that are not listed though they are there',
	},
	'a guard that trusts positions: an unmoved tail means that nothing is gone': {
		mistakes: [given({ patrolEvery: Infinity })],
		breaks: 'records that come back',
	},
	'what is missing from the list is deleted, and nothing else is': {
		mistakes: [
			taking((reply) => {
				if (reply.kind === 'record') return reply;
				return { ...reply, rows: reply.rows.map(({ recordId }) => ({ recordId })) };
			}),
		],
		breaks: 'a busy form',
	},
	'mass deletion allowed': {
		mistakes: [given({ mostRemovals: Infinity })],
		breaks: 'lost rights',
	},
	'confirmed before it is known how many are missing': {
		mistakes: [
			mistakeIn<typeof guards>('trigger/deletions/gap-finder', {
				GapFinder: (Shipped) =>
					class extends Shipped {
						override get isFramed() {
							return true;
						}
					},
			}),
		],
		breaks: 'lost rights',
	},
	'weighed by the tail alone, which new records push down': {
		mistakes: [
			mistakeIn<typeof guards>('trigger/deletions/gap-finder', {
				GapFinder: (Shipped) =>
					class extends Shipped {
						// As if the head reached down to all that is known.
						protected override get highest() {
							return { ...super.highest, last: 0 };
						}
					},
			}),
		],
		breaks: 'lost rights',
	},
	'state moved on failure': {
		mistakes: [
			polling((shipped) => (saved, settings) => {
				if (saved) Object.assign(saved, { sincePatrol: 1 });
				return shipped(saved, settings);
			}),
		],
		breaks: 'requests that fail',
	},
	'a short page is the end of the list': {
		mistakes: [
			polling((shipped) => (saved, settings) => {
				const { pageSize: largestPage } = settings;
				return shipped(saved && { ...saved, largestPage }, settings);
			}),
			mistakeIn<typeof walks>('listing/walk', {
				advanceWalk: (shipped) => (walk, page) => shipped(walk, page, Infinity),
			}),
		],
		breaks: 'pages that the service cuts',
	},
	'one id for all deletions of a record': {
		mistakes: [
			withParts((poll) => ({
				end() {
					const { events, ...ended } = poll.end();
					const one = events.map((event) => ({
						...event,
						eventId: event.eventId.replace(/\d+$/, '1'),
					}));
					return { ...ended, events: one };
				},
			})),
		],
		breaks: 'records that come back',
	},
	'what the budget left over is forgotten': {
		mistakes: [
			withParts((poll) => ({
				end() {
					const { state, ...found } = poll.end();
					const { pending: _, ...kept }: DeletionState = state;
					return { ...found, state: kept };
				},
			})),
		],
		breaks: 'small budgets',
	},
};
