import { isJsonObject } from '../json';
import type { IsSaved } from './shape';

interface Saved {
	readonly version: number;
	readonly scope: string;
}

/**
 * Returns the saved state, or undefined if there is none for this scope. `usableState` has checked that it is
 * complete.
 */
export const stateOfScope = <State extends Saved>(
	saved: State | undefined,
	scope: string,
): State | undefined => (saved?.version === 1 && saved.scope === scope ? saved : undefined);

/**
 * Returns n8n's saved state if this version can use it. A state for other settings (`scope`) counts as none;
 * any other unusable state is lost, which the user must know.
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
