// Checks the description of the service with the recommended rules of Redocly and Spectral. Each tool must also
// find a deliberate mistake, so that a tool that checks nothing is noticed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const modules = resolve(import.meta.dirname, 'node_modules');
const rules = resolve(import.meta.dirname, 'spectral.yaml');
const tools = {
	"Redocly's rules": (file) => [
		join(modules, '@redocly/cli/bin/cli.js'),
		...['lint', file, '--extends', 'recommended'],
	],
	"Spectral's rules": (file) => [
		join(modules, '@stoplight/spectral-cli/dist/index.js'),
		...['lint', '--ruleset', rules, '--fail-severity', 'error', file],
	],
};
const environment = {
	...process.env,
	REDOCLY_TELEMETRY: 'off',
	REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

function outcome(words) {
	const { status, stdout, stderr } = spawnSync(process.execPath, words, {
		encoding: 'utf8',
		env: environment,
	});
	return { isRight: status === 0, text: stdout + stderr };
}

/** Returns the number of tools that find an error in the description; prints their output. */
export function lintDescription(file) {
	const temporary = mkdtempSync(join(tmpdir(), 'openapi-'));
	const broken = join(temporary, 'openapi.yaml');
	writeFileSync(
		broken,
		readFileSync(file, 'utf8').replace(/^( +)operationId: getForm$/m, '$1operationId: listForms'),
	);
	let found = 0;
	try {
		for (const [name, wordsFor] of Object.entries(tools)) {
			const { isRight, text } = outcome(wordsFor(file));
			if (!isRight) console.log(text);
			console.log(`Description of the service, ${name}: ${isRight ? 'no error' : 'errors'}`);
			if (outcome(wordsFor(broken)).isRight) throw new Error(`${name} would not find a mistake`);
			found += isRight ? 0 : 1;
		}
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
	return found;
}
