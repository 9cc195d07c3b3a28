// Before the tests: what is wrong with the profile is reported before anything runs.
import { namedProfile, profiledSite } from './file.ts';

if (namedProfile !== undefined) {
	try {
		const { dialect, left } = profiledSite();
		console.log(`${Object.keys(dialect).length} behaviours of the profile are imitated.`);
		if (left.length > 0) console.log(`Not imitated: ${left.join(', ')}.`);
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
