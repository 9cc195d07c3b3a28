import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { linksOf, type Job } from '../../../../nodes/RecordsDirectory/n8n/execute/job';
import { Progress } from '../../../../nodes/RecordsDirectory/n8n/execute/progress';
import { formsOf } from '../../../../nodes/RecordsDirectory/n8n/form/form-cache';
import { keywordCheckOf } from '../../../../nodes/RecordsDirectory/n8n/form/keywords';
import {
	foundByNameFor,
	shapedFor,
} from '../../../../nodes/RecordsDirectory/n8n/form/selection-names';
import { chosenOperation } from '../../../../nodes/RecordsDirectory/n8n/parameters/item-values';
import { givenTo } from '../../../../nodes/RecordsDirectory/n8n/parameters/parameter-source';
import { connect } from '../../../../nodes/RecordsDirectory/n8n/transport/client';
import { siteZoneOf } from '../../../../nodes/RecordsDirectory/n8n/transport/site-zone';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { contextOf } from '../../../support/n8n';
import { inWorld, type World } from '../../../support/world';

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
		const credentials = {
			...world.credentials,
			requestsPer100Seconds: 1_000_000,
			...settings,
		};
		const context = contextOf({ parameters: operation, credentials });
		const given = givenTo(context);
		const start = {
			context,
			given,
			entry: chosenOperation(given),
			zone: await siteZoneOf(context),
		};
		const client = await connect(context);
		const job: Job = {
			...start,
			client,
			progress: new Progress(context, start.entry),
			forms: formsOf(client),
			keywords: keywordCheckOf(client),
			shaped: shapedFor(client),
			foundByName: foundByNameFor(client),
			linkOf: linksOf(1),
			notes: [],
		};
		await test({ ...world, credentials, job });
	});
}
