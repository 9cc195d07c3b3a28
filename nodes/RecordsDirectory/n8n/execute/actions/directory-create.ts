import { existing, repeated } from '../../../core/directory/checks';
import { allOf } from '../../transport/list-reader';
import type { Checked, Fail, Job } from '../job';
import { wantedOf, without } from './directory-plan';
import { readEntry } from './look-up';

/**
 * The items whose entries an import may create; the others fail. An import overwrites an entry that has the code, so
 * it is looked up first: a single code by one read, several in the list.
 */
export async function newEntries(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<readonly Checked[]> {
	const all = wantedOf(job, checked);
	const wanted = without(all, repeated(all), fail);
	const [only] = wanted;
	if (!only) return [];
	const present =
		wanted.length === 1
			? await readEntry(job, only.code)
			: await allOf(job.client, job.entry.resource);
	const added = new Set(without(wanted, existing(wanted, present), fail).map(({ item }) => item));
	return checked.filter(({ item }) => added.has(item));
}
