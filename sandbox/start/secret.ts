import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const random = () => randomBytes(24).toString('hex');

/** Returns a password or key of this sandbox, the same at every start with its folder. */
export async function secretIn(file: string, make = random): Promise<string> {
	const known = (await readFile(file, 'utf8').catch(() => '')).trim();
	if (known !== '') return known;
	const secret = make();
	await writeFile(file, secret, { mode: 0o600 });
	return secret;
}
