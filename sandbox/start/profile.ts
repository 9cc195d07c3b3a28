import { readFile } from 'node:fs/promises';
import type { Dialect } from '../service/dialects.ts';
import { type Imitation, imitationOf } from '../service/profile.ts';
import { WrongArgument } from './arguments.ts';

/** Returns the behaviour of the site of a profile for the service; reports what the service cannot imitate. */
export async function imitated(
	file: string | undefined,
	print: (line: string) => void,
): Promise<Partial<Dialect>> {
	if (file === undefined) return {};
	const { dialect, left } = await imitationIn(file);
	if (left.length > 0)
		print(`  The service cannot imitate these points of the profile: ${left.join(', ')}.`);
	return dialect;
}

async function imitationIn(file: string): Promise<Imitation> {
	try {
		return imitationOf(JSON.parse(await readFile(file, 'utf8')));
	} catch (error) {
		throw new WrongArgument(`--profile ${file}: ${(error as Error).message}`);
	}
}
