import { changed, type Failure } from './failure';

/** A failure whose words hold no secret, whatever the service has written into them. */
export function redacted(failure: Failure, keys: ReadonlyArray<string | undefined>): Failure {
	// The longer key first: the shorter may be its beginning, and would leave its end visible.
	const secrets = keys
		.map((key) => key?.trim() ?? '')
		.filter((key) => key !== '')
		// A service may write them into JSON or an address.
		.flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])
		.sort((a, b) => b.length - a.length);
	const hidden = (text: string) => secrets.reduce((kept, key) => kept.replaceAll(key, '***'), text);
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
