import type { Entry } from '../../api';
import { batchesOf } from '../../core/bulk/batches';
import { Failure } from '../../core/request/failure';
import type { Client } from '../transport/client';
import { isImported, looksForCodes, ofItems } from './actions/import';
import type { Checked, Fail, Job, Step } from './job';

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

/** Steps that need more requests than the credential permits, as a `Failure`. */
export async function excessOf(
	{ client }: Job,
	steps: readonly Step[],
): Promise<Failure | undefined> {
	if (client.maximum === Infinity) return undefined;
	let needed = 0;
	for (const { isIdle, requests } of steps) needed += isIdle ? 0 : ((await requests?.()) ?? 1);
	return excess(client, needed);
}

function excess({ sent, maximum }: Client, more: number): Failure | undefined {
	const needed = sent() + more;
	if (needed <= maximum) return undefined;
	return new Failure({
		kind: 'maximum',
		message: `This run needs at least ${needed} requests, but the 'Maximum Requests' of the credential is ${maximum}`,
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
