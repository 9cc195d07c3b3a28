import { cancelSignal } from '../transport/context';
import { sleepUntilStopped } from '../transport/pacer';
import type { Checked, Job } from './job';

/** When the last run of a form ends, by site and form; for the whole process. */
const ends = new Map<string, Promise<void>>();
const LONGEST_SLEEP_MS = 250;

/**
 * Waits until no other run in this process compares and writes the same forms: each of two runs would create a
 * record that both miss. Returns the function that ends the turn. Fails if the execution is canceled meanwhile.
 */
export async function takeTurn(job: Job, checked: readonly Checked[]): Promise<() => void> {
	const isUpsert = job.entry.operation.runs.kind === 'upsertRecords';
	const forms = isUpsert ? checked.map(({ values }) => `${job.client.site} ${values.form}`) : [];
	const ending: Array<() => void> = [];
	const end = () => {
		for (const endOne of ending) endOne();
	};
	let isTaken = false;
	try {
		// In one order, so that two runs never wait for each other.
		for (const form of [...new Set(forms)].sort()) {
			const before = ends.get(form);
			const own = new Promise<void>((resolve) => ending.push(resolve));
			const both = Promise.all([before, own]).then(() => {
				if (ends.get(form) === both) ends.delete(form);
			});
			ends.set(form, both);
			if (before) await ended(job, before);
		}
		isTaken = true;
		return end;
	} finally {
		if (!isTaken) end();
	}
}

async function ended({ context, progress }: Job, before: Promise<void>): Promise<void> {
	progress.waits('Waiting for another run that creates or updates records of the same form');
	const stop = cancelSignal(context) ?? { aborted: false };
	let isOver = false;
	const over = before.then(() => void (isOver = true));
	while (!isOver) await Promise.race([over, sleepUntilStopped(LONGEST_SLEEP_MS, stop)]);
}
