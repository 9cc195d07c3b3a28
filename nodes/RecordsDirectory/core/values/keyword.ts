import type { Id } from '../id';
import { InputError } from './input-error';

/**
 * A word that no record contains. A form without search fields may ignore keywords, which the reply to this
 * word shows. Only letters and digits, because other characters may have a meaning in searches; long enough not
 * to occur by chance, short enough for any service.
 */
export const UNKNOWN_WORD = 'zq7xv0kwj3hy9pfm2ut6cb8d';

/** The error for a form that ignores keywords. */
export const keywordIgnored = (form: Id) =>
	new InputError(
		`Form ${form} ignores 'Keyword' and returns every record`,
		"In the service, set up search fields in the form's settings. Or remove 'Keyword', and filter the items with a Filter node.",
		{ subject: "'Keyword'" },
	);
