import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { attemptsOf, type Case } from './cases';
import { impatient } from './impatient';
import type { Site } from './site';
import type { Undisturbed } from './undisturbed';

/** What a run came to. */
export interface Actual {
	readonly sent: number;
	readonly held: readonly string[];
	readonly output?: readonly INodeExecutionData[];
	readonly error?: NodeApiError;
}

/** Runs the node at a site that has the fault of a case. */
export async function actualOf(site: Site, run: Undisturbed, one: Case): Promise<Actual> {
	const { parameters, items } = run;
	const { fault, mode, position } = one;
	const lasting = { stop: Infinity, passing: 1, continue: attemptsOf(one) };
	site.service.faults.add({ nth: position + 1, times: lasting[mode], answer: fault.way });
	const { credentials } = site;
	const continueOnFail = mode === 'continue';
	const executed = () =>
		execute({ parameters, items: [...items], credentials, continueOnFail }).then(
			(output) => ({ output }),
			(error: NodeApiError) => ({ error }),
		);
	const result = await ('never' in fault.way ? impatient(site, executed) : executed());
	return { ...result, sent: site.service.log.length, held: site.held() };
}
