import { formsOf } from '../../../nodes/RecordsDirectory/n8n/form/form-cache';
import { keywordCheckOf } from '../../../nodes/RecordsDirectory/n8n/form/keywords';
import {
	foundByNameFor,
	shapedFor,
} from '../../../nodes/RecordsDirectory/n8n/form/selection-names';
import type { Job } from '../../../nodes/RecordsDirectory/n8n/execute/job';
import { Outcomes } from '../../../nodes/RecordsDirectory/n8n/execute/outcomes';
import { Progress } from '../../../nodes/RecordsDirectory/n8n/execute/progress';
import { chosenOperation } from '../../../nodes/RecordsDirectory/n8n/parameters/item-values';
import { givenTo } from '../../../nodes/RecordsDirectory/n8n/parameters/parameter-source';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { siteZoneOf } from '../../../nodes/RecordsDirectory/n8n/transport/site-zone';
import { contextOf, type NodeRun } from '../../support/n8n';

/** What an execution of the node works with, for tests that choose the steps of the run themselves. */
export async function jobOf(run: NodeRun): Promise<{ job: Job; outcomes: Outcomes }> {
	const context = contextOf(run);
	const given = givenTo(context);
	const entry = chosenOperation(given);
	const start = { context, given, entry, zone: await siteZoneOf(context) };
	const progress = new Progress(context, entry);
	const outcomes = new Outcomes(progress, start);
	const client = await connect(context, { journal: progress });
	const job = {
		...start,
		client,
		progress,
		forms: formsOf(client),
		keywords: keywordCheckOf(client),
		shaped: shapedFor(client),
		foundByName: foundByNameFor(client),
		linkOf: outcomes.linkOf,
		notes: outcomes.notes,
	};
	return { job, outcomes };
}
