/** What the node says about the outcome of an item. */
export type Claim = 'saved' | 'not saved' | 'unknown' | 'nothing';

const UNKNOWN =
	/may have\b|The import was saved, but|does not say whether|\bunknown\b|in doubt|cannot be known/i;
const NOT = /not sent|\bfailed\b|not saved|did not|was rejected|were rejected|cannot be used/i;
const SAVED =
	/(?:was|were|is|are|has been|have been) saved|^(?:saved|deleted)\b|(?:was|were) (?:created|updated|deleted)/i;

/**
 * Returns what an error says about each item; -1 is the item that the error belongs to. Sentences without an
 * outcome are ignored.
 */
export function claimsOf(message: string): ReadonlyMap<number, Claim> {
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
