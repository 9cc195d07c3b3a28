import { readFileSync } from 'node:fs';
import { imitationOf, type Imitation } from '../../sandbox/service/profile.ts';

/** The profile that somebody wants the tests to heed; undefined for the sample. */
export const namedProfile = process.env.PROFILE || undefined;

const profileFile = namedProfile ?? 'test/profile/site-profile.json';

/** What the local service does to be like the site of that profile. Throws for what is not a profile. */
export function profiledSite(): Imitation {
	try {
		return imitationOf(JSON.parse(readFileSync(profileFile, 'utf8')));
	} catch (error) {
		throw new Error(`PROFILE=${profileFile}: ${(error as Error).message}`);
	}
}
