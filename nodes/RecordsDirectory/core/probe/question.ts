import type { Answers } from './answers';

/** What replies have shown. */
export interface Reading<Behaviour extends string = string> {
	/** One of the question's behaviours, or a number where it asks for one. */
	readonly behaviour: Behaviour | number;
	/** 'likely' where something else than the site's rule could have the same effect. */
	readonly certainty: 'seen' | 'likely';
	/** The name of the request that shows it. */
	readonly by: string;
}

/** A point on which the document is silent, and how a site shows what it does. */
export interface Question {
	readonly name: string;
	/** In the list of silent points. */
	readonly rows: readonly number[];
	/** What it asks, in plain words. */
	readonly about: string;
	/** The names of the requests whose replies are read. */
	readonly asks: readonly string[];
	/** What each behaviour means for this package; `#` is the one for a number, and stands for it. */
	readonly behaviours: Readonly<Record<string, string>>;
	/** Those that the document describes; absent where it says nothing. */
	readonly documented?: readonly string[];
	/** What is to be thought of it as long as nothing shows it. */
	readonly otherwise: 'unsure' | 'needs writing';
	/** Undefined where the replies do not show it. */
	readonly read: (answers: Answers) => Reading | undefined;
}

interface Asked<B extends string> {
	readonly name: string;
	readonly rows: readonly number[];
	readonly about: string;
	readonly asks: readonly string[];
	readonly behaviours: Readonly<Record<B, string>>;
	readonly documented?: readonly string[];
	readonly otherwise?: Question['otherwise'];
	readonly read: (answers: Answers) => Reading<NoInfer<B>> | undefined;
}

/** A question that reading can answer, at least at some sites. */
export const question = <B extends string>(asked: Asked<B>): Question => ({
	otherwise: 'unsure',
	...asked,
});

interface Unseen {
	readonly name: string;
	readonly rows: readonly number[];
	readonly about: string;
}

/** A question that only a record answers that is written for it. */
export const needsWriting = (name: string, row: number, about: string): Question =>
	unseen({ name, rows: [row], about }, 'needs writing');

/** A question that no request may answer. */
export const cannotBeAsked = (name: string, row: number, about: string): Question =>
	unseen({ name, rows: [row], about }, 'unsure');

const unseen = (one: Unseen, otherwise: Question['otherwise']): Question => ({
	...one,
	asks: [],
	behaviours: {},
	otherwise,
	read: () => undefined,
});

export const seen = <B extends string>(behaviour: B, by: string): Reading<B> => ({
	behaviour,
	certainty: 'seen',
	by,
});

export const likely = <B extends string>(behaviour: B, by: string): Reading<B> => ({
	behaviour,
	certainty: 'likely',
	by,
});

/** Where a question asks for a number. */
export const measured = (
	behaviour: number,
	by: string,
	certainty: Reading['certainty'] = 'seen',
): Reading<never> => ({ behaviour, certainty, by });

/** One thing in a reply that shows a behaviour. */
export interface Sign<B extends string> {
	readonly behaviour: B;
	/** The name of the request. */
	readonly by: string;
}

/** What all signs show; undefined for none, and where one contradicts another. */
export function agreed<B extends string>(signs: ReadonlyArray<Sign<B>>): Reading<B> | undefined {
	const [first] = signs;
	const isOne = signs.every(({ behaviour }) => behaviour === first?.behaviour);
	return first && isOne ? seen(first.behaviour, first.by) : undefined;
}
