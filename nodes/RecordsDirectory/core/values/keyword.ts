import type { Id } from '../id';
import { InputError } from './input-error';

/**
 * A word that no record holds. A form without search fields may ignore keywords, and its answer to this
 * word shows that. Letters and digits only, as other signs may mean something in a search; long enough
 * that no record holds it by chance, short enough for any service.
 */
export const UNKNOWN_WORD = 'zq7xv0kwj3hy9pfm2ut6cb8d';

/** What a person is told whose form ignores keywords. */
export const keywordIgnored = (form: Id) =>
	new InputError(
		`Form ${form} ignores 'Keyword' and returns every record`,
		"Set up search fields in the form's settings at the service. Or remove 'Keyword', and filter the items with a Filter node.",
	);
