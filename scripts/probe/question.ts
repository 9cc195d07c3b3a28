import type { Answers } from './answers';

/** What replies have shown. */
export interface Evidence<Behaviour extends string = string> {
	/** One of the question's behaviours, or a number if it asks for one. */
	readonly behaviour: Behaviour | number;
	/** 'likely' if something other than the site's rule could have the same effect. */
	readonly certainty: 'seen' | 'likely';
	/** The name of the request that shows it. */
	readonly by: string;
}

/** A point on which the document is silent, and how replies show what a site does. */
export interface Question {
	readonly name: string;
	/** Rows in the list of silent points. */
	readonly rows: readonly number[];
	/** The question in plain words. */
	readonly about: string;
	/** The names of the requests whose replies it reads. */
	readonly asks: readonly string[];
	/** What each behaviour means for this package; `#` is the entry for a number. */
	readonly behaviours: Readonly<Record<string, string>>;
	/** The documented behaviours; undefined if the document is silent. */
	readonly documented?: readonly string[];
	/** What to report if nothing shows the behaviour. */
	readonly otherwise: 'unsure' | 'needs writing';
	/** Returns undefined if the replies do not show it. */
	readonly read: (answers: Answers) => Evidence | undefined;
}

interface Asked<B extends string>
	extends Pick<Question, 'name' | 'rows' | 'about' | 'asks' | 'documented'> {
	readonly behaviours: Readonly<Record<B, string>>;
	readonly otherwise?: Question['otherwise'];
	readonly read: (answers: Answers) => Evidence<NoInfer<B>> | undefined;
}

/** A question that reading can answer, at least on some sites. */
export const question = <B extends string>(asked: Asked<B>): Question => ({
	otherwise: 'unsure',
	...asked,
});

const unseen =
	(otherwise: Question['otherwise']) =>
	(name: string, row: number, about: string): Question => ({
		name,
		rows: [row],
		about,
		asks: [],
		behaviours: {},
		otherwise,
		read: () => undefined,
	});

/** A question that only a record written for it can answer. */
export const needsWriting = unseen('needs writing');

/** A question that no request may answer. */
export const cannotBeAsked = unseen('unsure');

/** Returns what a reply shows; undefined for no behaviour. */
export const seenEvidence = <B extends string>(
	behaviour: B | undefined,
	by: string,
): Evidence<B> | undefined =>
	behaviour === undefined ? undefined : { behaviour, certainty: 'seen', by };

/** The same, where something other than the site's rule could have the same effect. */
export const likelyEvidence = <B extends string>(
	behaviour: B | undefined,
	by: string,
): Evidence<B> | undefined =>
	behaviour === undefined ? undefined : { behaviour, certainty: 'likely', by };

/** Returns the first behaviour whose condition is met. */
export const firstOf = <const B extends string>(
	cases: ReadonlyArray<readonly [behaviour: B, condition: unknown]>,
): B | undefined => cases.find(([, condition]) => Boolean(condition))?.[0];

/** For a question that asks for a number. */
export const measuredEvidence = (
	behaviour: number,
	by: string,
	certainty: Evidence['certainty'] = 'seen',
): Evidence<never> => ({ behaviour, certainty, by });

/** A detail of a reply. */
export interface Sign<B extends string> {
	/** Undefined if it shows none. */
	readonly behaviour: B | number | undefined;
	/** The name of the request. */
	readonly by: string;
}

/** Returns what all signs show; undefined if there are none or they contradict each other. */
export function agreedEvidence<B extends string>(
	signs: ReadonlyArray<Sign<B>>,
	certainty: Evidence['certainty'] = 'seen',
): Evidence<B> | undefined {
	const [first, ...others] = signs.filter(({ behaviour }) => behaviour !== undefined);
	const isOne = others.every(({ behaviour }) => behaviour === first?.behaviour);
	return first?.behaviour !== undefined && isOne
		? { behaviour: first.behaviour, certainty, by: first.by }
		: undefined;
}
