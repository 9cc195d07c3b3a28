import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import type { Job } from '../../../../nodes/RecordsDirectory/n8n/execute/job';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { inWorld, type World } from '../../../support/world';
import { jobFor } from '../jobs';

/** A service, and an execution of one operation there. */
export interface AtWork extends World {
	readonly job: Job;
}

export interface Work extends ServiceOptions {
	readonly operation: INodeParameters;
	/** Settings of the credential besides the address and the key. */
	readonly settings?: ICredentialDataDecryptedObject;
}

/** Tests a part of an execution directly: in n8n's own context, with a service of its own. */
export async function atWork(
	{ operation, settings, ...options }: Work,
	test: (at: AtWork) => Promise<void>,
): Promise<void> {
	await inWorld(options, async (world) => {
		const unlimited = { requestsPer100Seconds: 1_000_000 };
		const credentials = { ...world.credentials, ...unlimited, ...settings };
		const job = await jobFor({ parameters: operation, credentials });
		await test({ ...world, credentials, job });
	});
}
