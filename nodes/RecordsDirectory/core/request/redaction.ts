import { LONGEST_TEXT, shortened } from '../shortened';
import { changed, type Failure } from './failure';
import { withoutSecrets } from './spellings';

/** Characters of a text that are searched: people are shown fewer. */
const SEARCHED = 2 * LONGEST_TEXT;

/** A failure whose words are short and hold no secret, however the service has spelled it in them. */
export function redacted(failure: Failure, keys: ReadonlyArray<string | undefined>): Failure {
	const secrets = keys.map((key) => key?.trim() ?? '').filter((key) => key !== '');
	// Cut afterwards: what is hidden is shorter than what was searched.
	const hidden = (text: string) => shortened(withoutSecrets(text.slice(0, SEARCHED), secrets));
	return changed(failure, {
		message: hidden(failure.message),
		details: failure.details.map(hidden),
	});
}

/** Passwords that a request carries: a service may repeat them when it complains about them. */
export function passwordsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		name === 'loginPass' && typeof inner === 'string' ? [inner] : passwordsIn(inner),
	);
}
