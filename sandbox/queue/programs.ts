import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { PlainError } from '../start/terminal.ts';
import { command } from './arguments.ts';

/** Debian keeps the programs of each PostgreSQL version there, and only some of them on PATH. */
const debianPostgres = '/usr/lib/postgresql';

export class MissingProgram extends PlainError {
	constructor(name: string) {
		super(
			`"${name}" is not on this machine. The queue mode of n8n needs Redis and PostgreSQL:\n` +
				'  apt-get install redis-server postgresql\n' +
				'Or name servers that run already:\n' +
				`  ${command} -- --data <folder> --redis redis://127.0.0.1:6379 \\\n` +
				'    --postgres postgres://user:password@127.0.0.1:5432/database',
		);
	}
}

/** Finds a program of Redis or PostgreSQL. */
export async function findProgram(name: string, path = process.env['PATH'] ?? ''): Promise<string> {
	const onPath = path.split(delimiter).filter(Boolean);
	for (const folder of [...onPath, ...(await postgresFolders())]) {
		const program = join(folder, name);
		if (await isProgram(program)) return program;
	}
	throw new MissingProgram(name);
}

async function postgresFolders(): Promise<string[]> {
	const versions = await readdir(debianPostgres).catch(() => []);
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debianPostgres, version, 'bin'));
}

const isProgram = (file: string) =>
	access(file, constants.X_OK).then(
		() => true,
		() => false,
	);
