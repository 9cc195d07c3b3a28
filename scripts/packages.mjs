// Shows the progress of an installation: npm does not report it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns how much of a folder's lock is installed, from 0 to 1. */
export function installedShare(folder) {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
	const paths = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
	const there = paths.filter((path) => existsSync(join(folder, path, 'package.json')));
	return there.length / paths.length;
}

export function bar(share, width = 20) {
	const part = Math.min(1, Math.max(0, share));
	const full = Math.floor(part * width);
	const percent = `${Math.floor(part * 100)} %`.padStart(5);
	return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}`;
}

/** Runs npm in a folder, on a terminal with a bar; returns npm's exit code. */
export async function npmWithBar(words, folder, output = process.stdout, everyMs = 1_000) {
	const { npm_node_execpath: node, npm_execpath: script } = process.env;
	const [command, first] = node && script ? [node, [script]] : ['npm', []];
	// npm's own spinner would be drawn over the bar. `npm publish --dry-run` needs what its build is made with.
	const child = spawn(command, [...first, ...words, '--no-progress', '--no-dry-run'], {
		cwd: folder,
		stdio: 'inherit',
	});
	const since = Date.now();
	const seconds = () => Math.round((Date.now() - since) / 1000);
	const draw = () => {
		// All packages are there while npm runs their scripts.
		const share = installedShare(folder);
		output.write(`\r  ${share < 1 ? `${bar(share)}  ` : ''}${seconds()} s\x1b[K`);
	};
	const timer = output.isTTY ? setInterval(draw, everyMs) : undefined;
	try {
		return await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', resolve);
		});
	} finally {
		clearInterval(timer);
		if (output.isTTY) output.write('\r\x1b[K');
	}
}
