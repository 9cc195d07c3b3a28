import type { IDataObject } from 'n8n-workflow';
import type { Played, Said } from './run';

/** What the node says about the outcome of an item. */
type Claim = 'saved' | 'not saved' | 'unknown' | 'nothing';

const UNKNOWN =
	/may have\b|The import was saved, but|does not say whether|\bunknown\b|in doubt|cannot be known/i;
const NOT = /not sent|\bfailed\b|not saved|did not|was rejected|were rejected|cannot be used/i;
const SAVED =
	/(?:was|were|is|are|has been|have been) saved|^(?:saved|deleted)\b|(?:was|were) (?:created|updated|deleted)/i;

/**
 * Returns what an error says about each item; -1 is the item that the error belongs to. Sentences without an
 * outcome are ignored.
 */
function claimsIn(message: string): ReadonlyMap<number, Claim> {
	const claims = new Map<number, Claim>();
	// The name of an option is no outcome.
	for (const sentence of message.replaceAll("'Unknown Columns'", '').split(/(?<=[.;\n])\s+|\n/)) {
		const claim: Claim | undefined = UNKNOWN.test(sentence)
			? 'unknown'
			: NOT.test(sentence)
				? 'not saved'
				: SAVED.test(sentence)
					? 'saved'
					: undefined;
		if (!claim) continue;
		const lists = [...sentence.matchAll(/\bitems? (\d+(?:(?:,? and |, | to |–|-)\d+)*)/gi)];
		if (lists.length === 0) {
			if (/^(It|This item)\b/.test(sentence) || claim === 'unknown') claims.set(-1, claim);
			continue;
		}
		for (const [, list] of lists) {
			for (const [, from, to] of list!.matchAll(/(\d+)(?: to (\d+)|[–-](\d+))?/g)) {
				for (let index = Number(from); index <= Number(to ?? from); index++)
					claims.set(index, claim);
			}
		}
	}
	return claims;
}

/** What the node says about an item, and with which words. */
export interface Told {
	readonly claim: Claim;
	/** Its output, if it is saved. */
	readonly json?: IDataObject;
	readonly text: string;
	/** What the words of its error say. */
	readonly words?: Claim;
}

/** What a run says about each item. */
export function told({ story }: Played, { error, outputs }: Said): Told[] {
	const claims = claimsIn(error ?? '');
	return story.items.map((_, index): Told => {
		if (error !== undefined) {
			const usual = claims.get(-1) === 'unknown' ? 'unknown' : 'not saved';
			return { claim: claims.get(index) ?? usual, text: error };
		}
		const json = outputs.find(({ of }) => of === index)?.json;
		if (!json) return { claim: 'nothing', text: 'nothing' };
		const failure = json.error as Record<'message' | 'description' | 'outcome', string> | undefined;
		if (failure === undefined) return { claim: 'saved', json, text: '' };
		const text = `${failure.message}\n${failure.description ?? ''}`;
		const claim = failure.outcome === 'unknown' ? 'unknown' : 'not saved';
		const words = claimsIn(text);
		return { claim, text, words: words.get(index) ?? words.get(-1) };
	});
}
