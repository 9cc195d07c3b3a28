import { sum } from '../figures';
import { remotely, type Remote } from '../remote';
import type { ServiceCalls, ServiceSetting, Traffic } from '../service';
import type { Polled, TriggerCalls } from './client';

/** n8n polls at most once per minute. */
const MINUTE = 60;
/** Twice the trigger's overlap plus 30 seconds: after that no row can get an older time. */
const SETTLES_AFTER = 270;
/** After this many polls something has gone wrong. */
const PATIENCE = 100;

export const EVENTS = {
	recordCreated: 'Record Created',
	recordCreatedOrUpdated: 'Record Created or Updated',
	recordDeleted: 'Record Deleted',
} as const;
export type Event = keyof typeof EVENTS;

/** One poll, and its cost. */
export type Poll = Polled & Traffic;

/** A trigger for a form of a service whose clock stands still between polls. */
export class Life {
	private readonly service: Remote<ServiceCalls>;
	private readonly client: Remote<TriggerCalls>;

	constructor(service: Remote<ServiceCalls>, client: Remote<TriggerCalls>) {
		this.service = service;
		this.client = client;
	}

	/** Polls a minute after the last poll. */
	async poll(): Promise<Poll> {
		await this.service.pass(MINUTE);
		await this.service.taken();
		const polled = await this.client.poll();
		return { ...polled, ...(await this.service.taken()) };
	}

	async polls(count: number): Promise<Poll[]> {
		const polls: Poll[] = [];
		while (polls.length < count) polls.push(await this.poll());
		return polls;
	}

	/** Polls until every window is closed and the last three polls were alike without events. */
	async calm(): Promise<Poll[]> {
		const polls: Poll[] = [];
		while (polls.length * MINUTE < 2 * SETTLES_AFTER || !isCalm(polls.slice(-3))) {
			mustEnd(polls);
			polls.push(await this.poll());
		}
		return polls;
	}

	/** Polls until this many events have been emitted. */
	async bring(events: number): Promise<Poll[]> {
		const polls = [await this.poll()];
		while (told(polls) < events) {
			mustEnd(polls);
			polls.push(await this.poll());
		}
		if (told(polls) > events)
			throw new Error(`The trigger told ${told(polls)} events where ${events} had happened`);
		return polls;
	}
}

/** Returns a settled trigger for an event. */
type Alive = (event: Event) => Promise<Life>;

/** Works with a form in its own service. */
export async function onForm<Result>(
	client: Remote<TriggerCalls>,
	setting: ServiceSetting,
	work: (alive: Alive, service: Remote<ServiceCalls>) => Promise<Result>,
): Promise<Result> {
	return await remotely<ServiceCalls, Result>('service.ts', async (service) => {
		const url = await service.start({ ...setting, isClockMoved: true });
		const alive = async (event: Event) => {
			await client.begin(event, url);
			const life = new Life(service, client);
			await life.calm();
			return life;
		};
		const result = await work(alive, service);
		await service.stop();
		return result;
	});
}

export const requestsOf = (polls: readonly Poll[]) => sum(polls.map(({ requests }) => requests));
export const mostOf = (polls: readonly Poll[], what: 'requests' | 'state') =>
	Math.max(0, ...polls.map((poll) => poll[what]));

const told = (polls: readonly Poll[]) => sum(polls.map(({ events }) => events));

const isCalm = (polls: readonly Poll[]) =>
	told(polls) === 0 && new Set(polls.map(({ requests }) => requests)).size === 1;

function mustEnd(polls: readonly Poll[]): void {
	if (polls.length < PATIENCE) return;
	throw new Error(`The trigger has not come to rest in ${PATIENCE} polls, ${told(polls)} events`);
}
