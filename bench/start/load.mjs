// Loads the built package in the named folder, as n8n does when it starts, and prints the cost. Plain
// JavaScript, because loading TypeScript would be part of the figures.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const [folder] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function measured(work) {
	const modules = Object.keys(require.cache).length;
	const memory = process.memoryUsage.rss();
	const cpu = process.cpuUsage();
	const started = performance.now();
	work();
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	return {
		ms,
		cpu: (user + system) / 1000,
		memory: process.memoryUsage.rss() - memory,
		modules: Object.keys(require.cache).length - modules,
	};
}

const before = measured(() => require('n8n-workflow'));
const ours = measured(() => {
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		const Class = require(join(folder, file))[basename(file).split('.')[0]];
		new Class();
	}
});
process.stdout.write(JSON.stringify({ before, ours }));
