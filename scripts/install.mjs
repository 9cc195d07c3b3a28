// Installs what the lock of a folder names, if it is not there yet: tools and versions of n8n that
// cannot stand beside the packages of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const folder of process.argv.slice(2)) {
	const stamp = join(folder, 'node_modules/.installed');
	const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
	console.log(`Installing the packages of ${folder} (once, about half a minute) ...`);
	const { npm_execpath: script } = process.env;
	const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status } = spawnSync(command, [...first, ...words], { cwd: folder, stdio: 'inherit' });
	if (status !== 0) {
		console.error(`\n'npm ci' did not succeed in ${folder}; the lines above say why.`);
		process.exit(1);
	}
	writeFileSync(stamp, wanted);
}
