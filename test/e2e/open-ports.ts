import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';

const listening = '0A';

/** What each port of a process answers to a request under an own and under a foreign name. */
export const answersOfPorts = async (pid: number, foreignName: string) =>
	Promise.all(
		(await portsOf(pid)).map(async (port) => ({
			port,
			own: await statusFor(port, '127.0.0.1'),
			foreign: await statusFor(port, foreignName),
		})),
	);

async function statusFor(port: number, name: string): Promise<number | undefined> {
	const asked = request({ host: '127.0.0.1', port, headers: { host: `${name}:${port}` } }).end();
	const [response] = (await once(asked, 'response')) as [IncomingMessage];
	response.resume();
	return response.statusCode;
}

/** The ports where a process, or one that it has started, takes connections. */
async function portsOf(pid: number): Promise<number[]> {
	const sockets = new Set((await Promise.all((await family(pid)).map(socketsOf))).flat());
	const tables = await Promise.all(
		['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')),
	);
	return tables
		.flatMap((table) => table.trim().split('\n').slice(1))
		.map((line) => line.trim().split(/\s+/))
		.filter(([, , , state, , , , , , inode]) => state === listening && sockets.has(inode!))
		.map(([, address]) => parseInt(address!.split(':')[1]!, 16));
}

/** All of its group: the sandbox starts each program in one of its own. */
async function family(group: number): Promise<string[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const groups = await Promise.all(
		ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')),
	);
	// Behind the name, which may hold anything: state, parent, group.
	return ids.filter((_, index) => groups[index]!.split(') ').at(-1)!.split(' ')[2] === `${group}`);
}

async function socketsOf(id: string): Promise<string[]> {
	const folder = `/proc/${id}/fd`;
	const names = await readdir(folder).catch(() => []);
	const links = await Promise.all(
		names.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
	);
	return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
