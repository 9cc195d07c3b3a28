import { createServer } from 'node:net';

export const host = '127.0.0.1';

export class PortInUse extends Error {}

/** Returns the port if it is free. Rejects with the system's error. */
function tryPort(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host, exclusive: true }, () => {
			server.close(() => resolve(port));
		});
	});
}

/**
 * Returns a free port below those that systems give to connections: one of these may be taken again before it is
 * used.
 */
export const freePort = (): Promise<number> =>
	tryPort(10_000 + Math.floor(Math.random() * 20_000)).catch(freePort);

/** Fails with a message that names the port, its purpose and the ways to choose another one. */
export async function requireFreePort(
	port: number,
	purpose: string,
	option: string,
	variable: string,
	command = 'npm start',
): Promise<void> {
	try {
		await tryPort(port);
	} catch (error) {
		const reason = (error as NodeJS.ErrnoException).code === 'EACCES' ? 'not allowed' : 'in use';
		throw new PortInUse(
			`Port ${port} is ${reason}. The sandbox needs it for ${purpose}.\n` +
				`Stop the program that uses it, or choose another port:\n` +
				`  ${command} -- ${option} ${port + 10}\n` +
				`  ${variable}=${port + 10} ${command}`,
		);
	}
}
