import { imitationOf, type Imitation } from '../../sandbox/service/profile.ts';
import { contentOf } from '../../sandbox/start/command-line.ts';

/** The profile that somebody wants the tests to heed; undefined for the sample. */
export const namedProfile = process.env.PROFILE || undefined;

const profileFile = namedProfile ?? 'test/profile/site-profile.json';

/** What the local service does to be like the site of that profile. Throws for what is not a profile. */
export const profiledSite = (): Imitation =>
	contentOf(`PROFILE=${profileFile}`, profileFile, (text) => imitationOf(JSON.parse(text)));
