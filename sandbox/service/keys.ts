import type { Dialect } from './dialects.ts';
import { ServiceError } from './errors.ts';

export type Scope = 'app' | 'user' | 'notice';

export interface ApiKey {
	key: string;
	/** The APIs the key has the right to use; absent = all three. */
	scopes?: readonly Scope[];
	/** Valid for this form only. */
	form?: number;
}

/** The key for the directory and the notices where one key is not for everything. */
export const directoryKeyOf = (key: string): string => `${key}-directory`;

/** The keys that a site has. */
export const keysAt = (keys: readonly ApiKey[], { scopes }: Dialect): readonly ApiKey[] =>
	scopes === 'oneKey'
		? keys
		: keys.flatMap((one): ApiKey[] => {
				if (one.scopes !== undefined) return [one];
				const directory = { key: directoryKeyOf(one.key), scopes: ['user', 'notice'] as const };
				return [{ ...one, scopes: ['app'] }, directory];
			});

/** Returns the key of a permitted request: 401 for a wrong key, 403 for one without the right. */
export function authorize(
	keys: readonly ApiKey[],
	given: string | undefined,
	scope: Scope,
	appsId: string | undefined,
): ApiKey {
	const key = keys.find((candidate) => candidate.key === given);
	const otherForm = key?.form !== undefined && appsId !== undefined && Number(appsId) !== key.form;
	if (key === undefined || otherForm) throw new ServiceError(401);
	if (key.scopes !== undefined && !key.scopes.includes(scope)) throw new ServiceError(403);
	return key;
}
