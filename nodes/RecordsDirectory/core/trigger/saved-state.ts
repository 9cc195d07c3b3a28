import { isRow } from '../json';
import type { Shape } from './shape';
import { Refusal } from '../values/input-error';

interface Saved {
	readonly version: number;
	readonly scope: string;
}

/**
 * The state as it was saved, or undefined where there is none of this scope. Throws a `Refusal` for
 * one that lacks an object or a list which belongs to it: it cannot be gone on with, and to begin anew
 * in silence would hide what is lost.
 */
export function savedOf<State extends Saved>(
	saved: State | undefined,
	scope: string,
	parts: ReadonlyArray<keyof State>,
): State | undefined {
	if (saved?.version !== 1 || saved.scope !== scope) return undefined;
	if (parts.every((part) => isRow(saved[part]) || Array.isArray(saved[part]))) return saved;
	throw new Refusal(
		'The saved state of this trigger is damaged',
		'Give the node another name: it then starts anew from how things are.',
	);
}

/**
 * What n8n has kept, if this version can go on from it. A state of other settings (`scope`) is none, as it should be; anything
 * else that is of no use is lost, which a person has to know.
 */
export function usable(
	saved: unknown,
	scope: string,
	shape: Shape,
): { readonly state: unknown; readonly isLost: boolean } {
	if (saved === undefined) return { state: undefined, isLost: false };
	const isOfOthers = isRow(saved) && saved.version === 1 && typeof saved.scope === 'string';
	if (isOfOthers && saved.scope !== scope) return { state: undefined, isLost: false };
	return shape(saved) ? { state: saved, isLost: false } : { state: undefined, isLost: true };
}
