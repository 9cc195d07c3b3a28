// Runs 'n8n-node lint' in strict mode. It requires n8n's configuration alone, so it checks a copy of the files
// that it has rules for.
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const modules = join(import.meta.dirname, 'node_modules');
const command = join(modules, '@n8n/node-cli/bin/n8n-node.mjs');
const configuration = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
const copied = ['nodes', 'credentials', 'icons', 'tsconfig.json', 'README.md', 'LICENSE'];

/** Returns the problems that it finds in a project, including warnings. */
export function lintStrictly(project) {
	const folder = mkdtempSync(join(tmpdir(), 'strict-'));
	try {
		for (const name of copied) cpSync(join(project, name), join(folder, name), { recursive: true });
		const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
		manifest.n8n.strict = true;
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
		writeFileSync(join(folder, 'eslint.config.mjs'), configuration);
		symlinkSync(modules, join(folder, 'node_modules'), 'junction');
		// A file with one mistake proves that it finds something.
		mkdirSync(join(folder, 'nodes/Proof'));
		writeFileSync(join(folder, 'nodes/Proof/proof.ts'), 'export const proof = process.env;\n');
		const options = { cwd: folder, encoding: 'utf8' };
		const { stdout, stderr } = spawnSync(process.execPath, [command, 'lint'], options);
		const said = stripVTControlCharacters(`${stdout}${stderr}`);
		const [, found] = /✖ (\d+) problems? \(/.exec(said) ?? [];
		if (!/proof\.ts\n.*\berror\b.*no-restricted-globals/.test(said))
			throw new Error(`n8n-node lint did not find what is wrong:\n${said}`);
		const problems = Number(found) - 1;
		console.log(problems > 0 ? said : `Source, n8n-node lint in strict mode: ${problems} problems`);
		return problems;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
