import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, host } from '../start/ports.ts';
import { findProgram } from './programs.ts';
import { secretIn } from '../start/secret.ts';
import { type Server, serverOf, startServer } from './server.ts';

/** Starts the sandbox's own Redis; its queue survives a restart. */
export async function startRedis(dataFolder: string, signal?: AbortSignal): Promise<Server> {
	const program = await findProgram('redis-server');
	const folder = join(dataFolder, 'redis');
	await mkdir(folder, { recursive: true });
	const password = await secretIn(join(dataFolder, 'redis-password'));
	const port = await freePort();
	const settings = join(folder, 'redis.conf');
	// In a file, because everybody on the machine can read a program's arguments.
	await writeFile(
		settings,
		`bind ${host}\nport ${port}\nrequirepass ${password}\nappendonly yes\nsave ""\n`,
		{ mode: 0o600 },
	);
	const server = await startServer({
		name: 'Redis',
		program,
		words: [settings],
		folder,
		log: join(dataFolder, 'redis.log'),
		signal,
	});
	const url = new URL(`redis://:${password}@${host}:${port}/0`);
	return serverOf(url, server, () => server.stop());
}
