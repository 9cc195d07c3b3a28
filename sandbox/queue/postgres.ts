import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, run } from '../start/command.ts';
import { freePort, host } from '../start/ports.ts';
import { PlainError } from '../start/terminal.ts';
import { findProgram } from './programs.ts';
import { secretIn } from '../start/secret.ts';
import { type Server, serverOf, startServer } from './server.ts';

const user = 'n8n';
/** Every installation has it. */
const database = 'postgres';

/** Starts the sandbox's own PostgreSQL. */
export async function startPostgres(dataFolder: string, signal?: AbortSignal): Promise<Server> {
	const program = await findProgram('postgres');
	const log = join(dataFolder, 'postgres.log');
	const account = await accountForPostgres(dataFolder, log);
	const folder = await ownFolder(dataFolder, account, log);
	const passwordFile = join(dataFolder, 'postgres-password');
	const password = await secretIn(passwordFile);
	if (account) await chown(passwordFile, account.uid, account.gid);
	if (!existsSync(join(folder, 'PG_VERSION')))
		await run(
			await findProgram('initdb'),
			[
				...['-D', folder, '--username', user, '--pwfile', passwordFile],
				...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-locale'],
			],
			{ cwd: folder, log, account, signal },
		);
	const port = await freePort();
	const server = await startServer({
		name: 'PostgreSQL',
		program,
		// No socket, because its folder would be shared by all installations.
		words: ['-D', folder, '-p', `${port}`, '-h', host, '-k', ''],
		folder,
		log,
		account,
		signal,
	});
	const url = new URL(`postgres://${user}:${password}@${host}:${port}/${database}`);
	// The default signal would wait for forgotten connections.
	return serverOf(url, server, () => server.stop(20_000, 'SIGINT'));
}

/** PostgreSQL does not run as root; its package creates an account for it. */
async function accountForPostgres(cwd: string, log: string): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) => run('id', [option, 'postgres'], { cwd, log });
	const [uid, gid] = await Promise.all([id('-u'), id('-g')]).catch(() => {
		throw new PlainError(
			'PostgreSQL does not run as root, and there is no account "postgres" that could run it.\n' +
				'Start this as another user, or make one: adduser --system --group postgres',
		);
	});
	return { uid: Number(uid), gid: Number(gid) };
}

async function ownFolder(dataFolder: string, account: Account | undefined, log: string) {
	const folder = join(dataFolder, 'postgres');
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (!account) return folder;
	await chown(folder, account.uid, account.gid);
	// Others may pass through the folder but not list it.
	await chmod(dataFolder, (await stat(dataFolder)).mode | 0o001);
	await run('test', ['-w', folder], { cwd: '/', log, account }).catch(() => {
		throw new PlainError(
			`PostgreSQL runs as the user "postgres", who cannot enter ${dataFolder}.\n` +
				'Choose a folder with --data that everybody may pass through, such as one below /tmp or /srv.',
		);
	});
	return folder;
}
