import { createServer, type ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../support/hurry';
import { Database, LivingN8n } from '../support/living-n8n';
import { listen } from '../support/listen';
import { closing } from '../support/stories/answers';
import { RequestFailed, type AnyEvent, type Life, type Outcome } from './life';
import type { Plan } from './plan';
import { seeded } from './random';

/*
 * The same lives with n8n around the trigger: the shipped node in the classes of n8n-core, a real socket, and what n8n
 * does to a trigger between its polls and while one runs.
 */

/** The share of rough minutes in which something happens to the trigger. */
const SHARE = 0.2;

/** The body of the reply to a GET request of this path below `/api`; undefined: 404. */
type Answer = (path: string, query: URLSearchParams) => unknown;

const NOT_FOUND = { errors: { code: 404, message: 'Not Found' } };

/** The event of the core that has become an item. */
const eventIn = <Event>(item: IDataObject): Event => {
	const { recordId, createdAt, updatedAt, isDeleted, changes } = item;
	const times = { createdAt, updatedAt, isDeleted: isDeleted !== 0 };
	const row = { recordId: Number(recordId), ...times, raw: item };
	const named = Object.entries((changes ?? {}) as Record<string, { from?: unknown }>);
	const earlier = Object.fromEntries(named.map(([name, { from }]) => [name, from]));
	return { ...item, row, earlier } as Event;
};

/** Lives in n8n. */
export async function liveInN8n<Request, Reply, State extends object, Event extends AnyEvent>(
	life: Life<Plan, Request, Reply, State, Event>,
	answer: Answer,
	parameters: INodeParameters,
): Promise<Outcome> {
	const random = seeded(life.plan.seed + 2);
	const database = new Database();
	/** A mistake of the model. */
	let broken: unknown;
	let meanwhile: (() => Promise<void>) | undefined;

	async function reply({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
		const happens = meanwhile;
		meanwhile = undefined;
		try {
			await happens?.();
			const [body, date] = life.request(() => [
				answer(decodeURIComponent(pathname.slice(4)), searchParams),
				life.service.date(),
			]);
			if (date !== undefined) response.setHeader('date', new Date(date as number).toUTCString());
			response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body ?? NOT_FOUND));
		} catch (error) {
			broken ??= error instanceof RequestFailed ? undefined : error;
			response.socket!.destroy();
		}
	}

	const server = createServer((request, response) => {
		response.sendDate = false;
		request.resume();
		request.on('end', () => void reply(new URL(request.url!, 'http://site'), response));
	});
	const baseUrl = await listen(server);
	const credentials = { baseUrl, apiKey: 'key', requestsPer100Seconds: 1_000_000 };
	let n8n = new LivingN8n(database, { parameters, credentials });

	let taken = 0;
	function take(): void {
		const items = database.executions.slice(taken).flat();
		taken = database.executions.length;
		if (n8n.kept) life.end(items.map(eventIn<Event>), n8n.kept as State);
	}
	async function pause(): Promise<void> {
		await n8n.unpublish();
		life.advance(life.plan.interval);
	}
	/** What happens to a trigger: each registers it again. */
	const happenings = [
		// Another process takes the place of this one.
		async () => {
			await n8n.unpublish();
			n8n = new LivingN8n(database, { parameters, credentials });
			life.state = database.saved as State;
			await n8n.publish('init');
		},
		async () => await n8n.publish('update'),
		async () => {
			await pause();
			await n8n.publish('activate');
		},
		async () => {
			await pause();
			// Without a `Date` header, what n8n has not saved counts for nothing after a change of the leader.
			if (life.service.date() === undefined) life.state = database.saved as State;
			await n8n.publish('leadershipChange');
		},
	];
	async function happen(): Promise<void> {
		life.begin();
		await happenings[Math.floor(random() * happenings.length)]!();
		take();
	}
	const strikes = () => life.isRough && random() < SHARE;
	async function minute(): Promise<void> {
		if (strikes()) return await happen();
		const isDiscarded = strikes();
		/** The poll ends before n8n registers the trigger again. */
		const isLate = random() < 0.5;
		if (isDiscarded) meanwhile = isLate ? async () => await n8n.unpublish() : happen;
		life.begin();
		await n8n.poll();
		const hasHappened = !meanwhile;
		meanwhile = undefined;
		if (isDiscarded && hasHappened) return isLate ? await happen() : undefined;
		take();
	}

	const { now } = performance;
	performance.now = () => 1_000_000 + life.service.now * 1000;
	try {
		return await inAHurry(async () => {
			life.begin();
			await n8n.publish('activate');
			take();
			const course = life.course();
			for (;;) {
				const { done, value } = course.next();
				if (done) return value;
				await minute();
				if (broken) throw broken;
			}
		});
	} finally {
		performance.now = now;
		await closing(server)();
	}
}
