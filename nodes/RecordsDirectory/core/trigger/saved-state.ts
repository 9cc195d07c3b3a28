import { fingerprint, isJsonObject, omit } from '../json';

/** Adds the seal of a state to it. */
export const sealed = <State extends object>(state: State) => ({ ...state, seal: makeSeal(state) });

/** The format of the states: a build with another one rejects them. */
const FORMAT = 2;

/** Returns a fingerprint of everything else in a state: it differs after any damage. */
const makeSeal = (state: object): string =>
	fingerprint([FORMAT, omit(state as { readonly seal?: unknown }, ['seal'])]);

/**
 * Returns n8n's saved state if this version can use it. A state for other settings (`scope`) counts as none;
 * any other unusable state is lost, which the user must know.
 */
export function usableState(
	saved: unknown,
	scope: string,
): { readonly state: unknown; readonly isLost: boolean } {
	if (saved === undefined) return { state: undefined, isLost: false };
	const isWhole = isJsonObject(saved) && saved.version === 1 && saved.seal === makeSeal(saved);
	return { state: isWhole && saved.scope === scope ? saved : undefined, isLost: !isWhole };
}
