import type { Dialect } from '../service/dialects.ts';
import { imitationOf } from '../service/profile.ts';
import { contentOf } from './command-line.ts';

/** Returns the behaviour of the site of a profile for the service; reports what the service cannot imitate. */
export function imitated(
	file: string | undefined,
	print: (line: string) => void,
): Partial<Dialect> {
	if (file === undefined) return {};
	const { dialect, left } = contentOf(`--profile ${file}`, file, (text) =>
		imitationOf(JSON.parse(text)),
	);
	if (left.length > 0)
		print(`  The service cannot imitate these points of the profile: ${left.join(', ')}.`);
	return dialect;
}
