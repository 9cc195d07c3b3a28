import type { ApiKey } from '../../../sandbox/service/service';

export const FORM_KEY = (form: number) => `key-of-form-${form}`;

/** The keys that the service of these tests knows; the first has every right. */
export const keys: readonly ApiKey[] = [
	{ key: 'sandbox-key' },
	{ key: 'key-of-app', scopes: ['app'] },
	{ key: 'key-of-directory', scopes: ['user', 'notice'] },
	...[1, 2, 3, 4, 5].map((form) => ({
		key: FORM_KEY(form),
		scopes: ['app'] as const,
		form,
	})),
];
