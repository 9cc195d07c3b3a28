import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** Says on which machine, with which versions and when the figures were measured. */
export function caption(isQuick: boolean): string {
	const processors = cpus();
	const parts = [
		`${processors.length} CPUs (${processors[0]?.model.trim() ?? 'unknown'})`,
		`version ${versionIn('.')}`,
		`Node ${process.versions.node}`,
		`n8n-core ${versionIn('node_modules/n8n-core')}`,
		new Date().toISOString().slice(0, 10),
	];
	return `${isQuick ? 'Quick sizes, which mean little. ' : ''}${parts.join('; ')}.`;
}

export const versionIn = (folder: string): string =>
	(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
