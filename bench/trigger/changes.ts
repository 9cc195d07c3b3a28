import { inWords, markdown, sum, type Say } from '../figures';
import type { Remote } from '../remote';
import type { ServiceCalls } from '../service';
import type { TriggerCalls } from './client';
import { onForm, requestsOf, type Life, type Poll } from './life';

/** Requests of a poll that has nothing left to do. */
const MOST_OF_NEXT = 2;

type Happen = (service: Remote<ServiceCalls>, count: number) => Promise<void>;

const WAYS: Readonly<Record<string, Happen>> = {
	'edited over 10 seconds': (service, count) => service.edit(count, 10),
	'edited in one second': (service, count) => service.edit(count, 1),
	'created in one second': (service, count) => service.create(count),
};

interface Cost {
	readonly way: string;
	readonly count: number;
	/** The polls that emit the changes, and those after them until all windows are closed. */
	readonly brought: readonly Poll[];
	readonly later: readonly Poll[];
}

/** Measures this many changes, by how they happen. */
export async function someChanges(
	client: Remote<TriggerCalls>,
	records: number,
	counts: readonly number[],
	say: Say,
): Promise<string> {
	const costs: Cost[] = [];
	for (const [way, happen] of Object.entries(WAYS)) {
		await onForm(client, { records }, async (alive, service) => {
			const life = await alive('recordCreatedOrUpdated');
			for (const count of counts) {
				say(`trigger: ${inWords(count)} records ${way}`);
				await happen(service, count);
				costs.push({ way, count, ...(await polled(life, count)) });
			}
		});
	}
	const words = `Requests until all changes are emitted and read to the end, in a form of ${inWords(records)} records. Edits are spread evenly over the form; records created together have neighbouring IDs. There is one poll per minute. *Later* is what the polls after these cost until they are quiet, without the one request of each quiet poll. The state is the one saved after the changes.`;
	return `${words}\n\n${table(costs)}`;
}

async function polled(life: Life, count: number): Promise<Pick<Cost, 'brought' | 'later'>> {
	const brought = await life.bring(count);
	let next = await life.poll();
	// A poll without enough requests leaves work to the next one, even if no event is left in it.
	for (; next.requests > MOST_OF_NEXT; next = await life.poll()) brought.push(next);
	return { brought, later: [next, ...(await life.calm())] };
}

const HEAD = ['Records', 'Changes', 'Requests', 'Polls', 'Later', 'State (bytes)'];

function table(costs: readonly Cost[]): string {
	const lines = costs.map(({ way, count, brought, later }) => {
		return [
			way,
			inWords(count),
			inWords(requestsOf(brought)),
			inWords(brought.length),
			inWords(sum(later.map(({ requests }) => requests - 1))),
			inWords(brought.at(-1)!.state),
		];
	});
	return markdown(HEAD, lines);
}
