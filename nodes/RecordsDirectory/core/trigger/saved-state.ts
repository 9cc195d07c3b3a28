import { isJsonObject } from '../json';
import type { IsSaved } from './shape';

interface Saved {
	readonly version: number;
	readonly scope: string;
}

/** The state as it was saved, or undefined where there is none of this scope. Whether it is whole, `usable` has found out. */
export const stateOfScope = <State extends Saved>(
	saved: State | undefined,
	scope: string,
): State | undefined => (saved?.version === 1 && saved.scope === scope ? saved : undefined);

/**
 * What n8n has kept, if this version can go on from it. A state of other settings (`scope`) is none, as it should be; anything
 * else that is of no use is lost, which a person has to know.
 */
export function usableState(
	saved: unknown,
	scope: string,
	isSaved: IsSaved,
): { readonly state: unknown; readonly isLost: boolean } {
	if (saved === undefined) return { state: undefined, isLost: false };
	const isOfOthers = isJsonObject(saved) && saved.version === 1 && typeof saved.scope === 'string';
	if (isOfOthers && saved.scope !== scope) return { state: undefined, isLost: false };
	return isSaved(saved) ? { state: saved, isLost: false } : { state: undefined, isLost: true };
}
