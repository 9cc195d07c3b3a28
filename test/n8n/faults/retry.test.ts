import type { INodeExecutionData } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { runWorkflow } from '../../support/engine';
import { jsonOf } from '../../support/world';
import { copiesOf, type Case } from './cases';
import { expectedOf } from './expected';
import { heldWrong } from './judge';
import { matrix } from './matrix';
import type { Site } from './site';
import { inTrouble } from './trouble';
import type { Undisturbed } from './undisturbed';

// n8n's own Retry On Fail runs the whole node again. The result must be that of a user who runs it again by
// hand, after whatever the first run left at the service.
matrix('retry', async (site, run, one) => {
	const again = await runAgain(site, run, one);
	site.restore();
	const before = site.held().length;
	const { result, sent } = await inTrouble(site, one, (credentials) =>
		runWorkflow({
			parameters: run.parameters,
			items: [...run.items],
			credentials,
			retryOnFail: { maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	const told = result.error ?? shown(result.outputs[0] ?? []);
	return [
		...(sent === again.sent ? [] : [`sent ${sent}, not ${again.sent}`]),
		...(told === again.told ? [] : [`it came to ${told}, not ${again.told}`]),
		...heldWrong(again.held, site.held()),
		...copiesWrong(run, one, site.held().length - before),
	];
});

/** Records and comments have no code that would keep the service from saving them twice. */
function copiesWrong({ parameters }: Undisturbed, one: Case, added: number): string[] {
	const { resource, operation } = parameters;
	const isCreate = operation === 'create' && (resource === 'record' || resource === 'comment');
	return !isCreate || added === copiesOf(one) ? [] : [`created ${added}, not ${copiesOf(one)}`];
}

/** The first run by the rules, then the node with nothing in its way. */
async function runAgain(site: Site, run: Undisturbed, one: Case): Promise<Again> {
	const first = await expectedOf(site, run, one);
	// What a look-up finds has succeeded, so n8n does not run the node again.
	if (first.failed.size === 0)
		return { sent: first.sent, told: shown([...run.output]), held: first.held };
	const known = seconds.get(run) ?? new Map<string, Again>();
	seconds.set(run, known);
	// The second run depends on what the first one left, not on how it failed.
	const left = `${one.position} ${one.fault.takesEffect}`;
	const second = known.get(left) ?? (await secondRun(site, run, one));
	known.set(left, second);
	return { ...second, sent: first.sent + second.sent };
}

async function secondRun(site: Site, run: Undisturbed, one: Case): Promise<Again> {
	await expectedOf(site, run, { ...one, mode: 'stop' });
	site.service.log.length = 0;
	const { parameters, items } = run;
	const { credentials } = site;
	const told = await execute({ parameters, items: [...items], credentials }).then(
		shown,
		({ message }: Error) => message,
	);
	return { sent: site.service.log.length, told, held: site.held() };
}

interface Again {
	readonly sent: number;
	/** The output, or the error's message. */
	readonly told: string;
	readonly held: readonly string[];
}

const seconds = new WeakMap<Undisturbed, Map<string, Again>>();

const shown = (output: INodeExecutionData[]) => JSON.stringify(jsonOf(output));
