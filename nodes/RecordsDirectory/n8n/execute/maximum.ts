import type { Entry } from '../../api';
import { batchesOf } from '../../core/bulk/batches';
import { Failure } from '../../core/request/failure';
import type { Client } from '../transport/client';
import { isImported, looksForCodes, ofItems } from './actions/import';
import { exactly, type Checked, type Fail, type Job, type Requests, type Step } from './job';

/** The items, or none of them where they need more requests than the credential permits: those fail. */
export function fitting(
	{ client, entry }: Job,
	checked: readonly Checked[],
	fail: Fail,
): readonly Checked[] {
	if (client.maximum === Infinity) return checked;
	const tooMany = excess(client, leastRequests(entry, checked));
	if (!tooMany) return checked;
	for (const { item } of checked) fail(item, tooMany);
	return [];
}

/** What the steps send together. */
async function requestsOf(steps: readonly Step[]): Promise<Requests> {
	const sum = { least: 0, most: 0 };
	for (const { isIdle, requests } of steps) {
		if (isIdle) continue;
		const { least, most } = (await requests?.()) ?? exactly(1);
		sum.least += least;
		sum.most += most;
	}
	return sum;
}

/** Steps that may need more requests than the credential permits, as a `Failure`: none of them is to stop halfway. */
export async function excessOf(
	{ client }: Job,
	steps: readonly Step[],
): Promise<Failure | undefined> {
	if (client.maximum === Infinity) return undefined;
	const { least, most } = await requestsOf(steps);
	return excess(client, least) ?? excess(client, most, 'may need up to');
}

function excess(
	{ sent, maximum }: Client,
	more: number,
	needs = 'needs at least',
): Failure | undefined {
	const needed = sent() + more;
	if (needed <= maximum) return undefined;
	return new Failure({
		kind: 'maximum',
		message: `This run ${needs} ${needed} requests, but the 'Maximum Requests' of the credential is ${maximum}`,
	});
}

/** What the items need at least, as far as it is known before anything is read. */
function leastRequests(entry: Entry, checked: readonly Checked[]): number {
	const forms = checked.filter(({ values }) => values.mapped).map(({ values }) => values.form);
	return new Set(forms).size + leastWrites(entry, checked);
}

function leastWrites({ resource, operation }: Entry, checked: readonly Checked[]): number {
	const importsOf = (some: readonly Checked[]) => batchesOf(some, ofItems(operation).pathOf).length;
	switch (operation.returns.kind) {
		case 'imported':
			return importsOf(checked);
		case 'created': {
			const imported = checked.filter(isImported);
			const looks = imported.length > 0 && looksForCodes(resource) ? 1 : 0;
			return looks + importsOf(imported) + checked.length - imported.length;
		}
		case 'upserted':
		case 'synced':
			return 1;
		case 'rewritten':
			return 2 * checked.length;
		default:
			return checked.filter(({ values }) => values.keepOthers === true).length + checked.length;
	}
}
