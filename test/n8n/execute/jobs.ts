import { makeJob, type Job } from '../../../nodes/RecordsDirectory/n8n/execute/job';
import { Outcomes } from '../../../nodes/RecordsDirectory/n8n/execute/outcomes';
import { startExecution } from '../../../nodes/RecordsDirectory/n8n/parameters/item-reader';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { readSiteZone } from '../../../nodes/RecordsDirectory/n8n/transport/attempt';
import { contextOf, type NodeRun } from '../../support/n8n';

/** What an execution of the node works with, for tests that choose the steps of the run themselves. */
export async function jobFor(run: NodeRun): Promise<Job> {
	const context = contextOf(run);
	const start = startExecution(context, await readSiteZone(context));
	const outcomes = new Outcomes(start);
	const client = await connect(context, { journal: outcomes.progress });
	return makeJob(start, client, outcomes);
}
