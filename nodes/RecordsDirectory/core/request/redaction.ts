import { LONGEST_TEXT, shortened } from '../shortened';
import { withFacts, type Failure } from './failure';
import { withoutSecrets } from './spellings';

/** Characters of a text to search: users are shown fewer. */
const SEARCHED = 2 * LONGEST_TEXT;

/** Returns the failure with short words and no secret, however the service has spelled it. */
export function redacted(failure: Failure, keys: ReadonlyArray<string | undefined>): Failure {
	const secrets = keys.map((key) => key?.trim() ?? '').filter((key) => key !== '');
	// Shortened afterwards: the hidden text is shorter than what was searched.
	const hidden = (text: string) => shortened(withoutSecrets(text.slice(0, SEARCHED), secrets));
	return withFacts(failure, {
		message: hidden(failure.message),
		details: failure.details.map(hidden),
	});
}

/** Returns the passwords that a request contains: a service may repeat them in its errors. */
export function passwordsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		name === 'loginPass' && typeof inner === 'string' ? [inner] : passwordsIn(inner),
	);
}
