// Installs what the lock of a folder names, if it is not there yet: tools and versions of n8n that conflict
// with the packages of the project.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmWithBar } from './packages.mjs';

for (const folder of process.argv.slice(2)) {
	const stamp = join(folder, 'node_modules/.installed');
	const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
	console.log(`Installing the packages of ${folder} (once, about half a minute) ...`);
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	if ((await npmWithBar(words, folder)) !== 0) {
		console.error(`\n'npm ci' did not succeed in ${folder}; the lines above say why.`);
		process.exit(1);
	}
	writeFileSync(stamp, wanted);
}
