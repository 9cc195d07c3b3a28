import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../sandbox/start/ports.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start/sandbox.ts';
import { showSteps } from '../../sandbox/start/steps.ts';

export const newFolder = () => mkdtemp(join(tmpdir(), 'records-directory-'));
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export interface Ports {
	n8nPort: number;
	servicePort: number;
}

export const freePorts = async (): Promise<Ports> => ({
	n8nPort: await freePort(),
	servicePort: await freePort(),
});

/** A sandbox apart from the one that a person may have running. */
export const startOwn = async (
	dataFolder: string,
	ports?: Ports,
	n8nSettings: NodeJS.ProcessEnv = {},
): Promise<Sandbox> =>
	startSandbox({
		dataFolder,
		n8nSettings,
		...(ports ?? (await freePorts())),
		orderEverySeconds: 20,
		step: showSteps(process.stderr),
	});
