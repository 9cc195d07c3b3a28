import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Calls = Record<string, (...given: never[]) => unknown>;

/** What another process does when it is called, one call after the other. */
export type Remote<Offered extends Calls> = {
	readonly [Name in keyof Offered]: (
		...given: Parameters<Offered[Name]>
	) => Promise<Awaited<ReturnType<Offered[Name]>>>;
};

interface Asked {
	readonly name: string;
	readonly given: readonly unknown[];
}

type Answered = { readonly value: unknown } | { readonly error: string };

/**
 * Runs `work` with a file of this folder in another process and ends that process afterwards, so that its CPU
 * time and memory are its own.
 */
export async function remotely<Offered extends Calls, Result>(
	file: string,
	work: (remote: Remote<Offered>) => Promise<Result>,
	environment: NodeJS.ProcessEnv = {},
): Promise<Result> {
	const env = { ...process.env, ...quietN8n(), ...environment };
	const child = fork(join(import.meta.dirname, file), { env, serialization: 'advanced' });
	const ended = once(child, 'exit');
	const call = async (asked: Asked): Promise<unknown> => {
		const lost = ended.then(() => ({ error: `${file} ended in the middle of ${asked.name}` }));
		const replied = once(child, 'message').then(([reply]) => reply as Answered);
		child.send(asked);
		const reply = await Promise.race([replied, lost]);
		if ('error' in reply) throw new Error(reply.error);
		return reply.value;
	};
	const remote = new Proxy({} as Remote<Offered>, {
		get:
			(_, name) =>
			(...given: unknown[]) =>
				call({ name: String(name), given }),
	});
	try {
		return await work(remote);
	} finally {
		if (child.connected) child.disconnect();
		await ended;
	}
}

/** The other side: offers calls until nobody is left to make one. */
export function offer(calls: Calls): void {
	process.on('message', ({ name, given }: Asked) => {
		const answer = (reply: Answered) => void process.send?.(reply);
		const work = async () => await calls[name]!(...(given as never[]));
		work().then(
			(value) => answer({ value }),
			(error: Error) => answer({ error: error.stack ?? String(error) }),
		);
	});
	process.on('disconnect', () => process.exit());
}

let started = 0;
/** More than run in parallel: n8n writes a settings file in its folder, without a lock. */
const FOLDERS = 16;

/** n8n-core reads these once, when it is first imported. */
const quietN8n = () => ({
	N8N_USER_FOLDER: join('node_modules/.cache/n8n-of-bench', String(started++ % FOLDERS)),
	N8N_ENCRYPTION_KEY: 'key-of-the-benchmarks',
	N8N_LOG_LEVEL: 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
});
