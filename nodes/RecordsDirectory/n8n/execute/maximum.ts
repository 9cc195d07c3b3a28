import { Failure } from '../../core/request/failure';
import { exactRequests, type Checked, type Job, type Requests, type Step } from './job';
import { leastRequests } from './strategies';

/** Returns a `Failure` if the items need more requests than the credential permits, before anything is read. */
export const excessOfItems = (
	job: Job,
	checked: readonly Checked[],
): Promise<Failure | undefined> =>
	excess(job, async () => {
		const forms = checked.flatMap(({ values }) => (values.mapped ? [values.form] : []));
		return exactRequests(new Set(forms).size + leastRequests(job, checked));
	});

/**
 * Returns a `Failure` if the steps may need more requests than the credential permits: a run must not stop
 * halfway.
 */
export const excessOfSteps = (job: Job, steps: readonly Step[]): Promise<Failure | undefined> =>
	excess(job, async () => {
		const sum = { least: 0, most: 0 };
		for (const { isIdle, requests } of steps) {
			if (isIdle) continue;
			const { least, most } = (await requests?.()) ?? exactRequests(1);
			sum.least += least;
			sum.most += most;
		}
		return sum;
	});

async function excess(
	{ client }: Job,
	count: () => Promise<Requests>,
): Promise<Failure | undefined> {
	const { maximum } = client;
	if (maximum === Infinity) return undefined;
	const { least, most } = await count();
	const given = client.given();
	const [needs, needed] =
		given + least > maximum ? ['needs at least', given + least] : ['may need up to', given + most];
	if (needed <= maximum) return undefined;
	return new Failure({
		kind: 'maximum',
		message: `This run ${needs} ${needed} requests, but the 'Maximum Requests' of the credential is ${maximum}`,
	});
}
