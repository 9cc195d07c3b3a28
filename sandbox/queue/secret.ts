import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** A password or key of this sandbox alone, the same at every start with its folder. */
export async function secretIn(file: string): Promise<string> {
	const known = await readFile(file, 'utf8').catch(() => '');
	if (known !== '') return known;
	const secret = randomBytes(24).toString('hex');
	await writeFile(file, secret, { mode: 0o600 });
	return secret;
}
