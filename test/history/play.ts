import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, Service, ServiceOptions } from '../../sandbox/service/service';
import { inAHurry } from '../support/hurry';
import { Database, LivingN8n } from '../support/living-n8n';
import { executeWithHints, type PollRun, takeLog } from '../support/n8n';
import { idsOf, sorted, watching, type Watching } from '../support/watching';
import { inWorld, jsonOf, sentTo, type World } from '../support/world';

interface Common {
	/** What holds, as a person says it. */
	readonly what: string;
	readonly site?: ServiceOptions;
	readonly credential?: IDataObject;
}

/** A run of the action node, or two in a row. */
export interface RunDefect extends Common {
	/** Changes the data of the service before. */
	readonly given?: (service: Service) => void;
	readonly faults?: readonly Fault[];
	/** Resource and operation. */
	readonly runs: string;
	readonly with: INodeParameters;
	readonly items?: readonly (IDataObject | INodeExecutionData)[];
	readonly continues?: true;
	/** Run twice: one after the other, or both at the same time. What holds is about all of it. */
	readonly twice?: 'again' | 'parallel';
	readonly holds: Holds;
}

export interface Holds {
	/** The JSON of the output, each item at least this. */
	readonly gives?: readonly unknown[];
	/** The message and description of the error, at least this. */
	readonly fails?: RegExp;
	readonly hints?: RegExp;
	/** All requests that are not reads, in order: method, path after `/api`, and, if it matters, the body. */
	readonly writes?: readonly (string | readonly [request: string, body: unknown])[];
	/** The most reads. */
	readonly reads?: number;
	/** What the service has afterwards. */
	readonly left?: readonly [of: (service: Service) => unknown, expected: unknown];
	/** For everything else. */
	readonly also?: (ran: Ran) => void;
}

export interface Ran extends World {
	readonly items: readonly INodeExecutionData[];
	readonly error: string;
	readonly hints: string;
}

/** What happens, and what the next poll emits: record IDs, the beginnings of items, or its error. */
export type Act = readonly [
	happens: (life: Life) => unknown,
	emits: readonly unknown[] | RegExp,
	requests?: number,
];

/** A trigger that polls. The first poll emits nothing, unless a defect says otherwise. */
export interface WatchDefect extends Common {
	readonly watches: INodeParameters;
	readonly first?: readonly unknown[] | RegExp;
	readonly before?: (life: Life) => unknown;
	readonly acts: readonly Act[];
	/** Whether the acts together emit what they name, in any order of polls. */
	readonly together?: true;
	readonly also?: (life: Life) => unknown;
}

/** A process of n8n that publishes the trigger, and another that takes over from it. */
export interface ProcessDefect extends Common {
	readonly watches: INodeParameters;
	readonly does: (life: Processes) => Promise<void>;
	/** The items of all executions. */
	readonly emits: readonly unknown[];
}

export type Defect = RunDefect | WatchDefect | ProcessDefect;

export interface Life extends Watching {
	/** How the next polls differ. */
	how: Partial<PollRun>;
	/** The saved states, oldest first. */
	readonly saved: IDataObject[];
	readonly items: IDataObject[];
	skip(ms: number): void;
	/** n8n starts again with the state that it saved last, or so many polls before. */
	restart(back?: number): void;
}

export interface Processes extends Watching {
	readonly one: LivingN8n;
	readonly two: LivingN8n;
}

export async function play(defect: Defect): Promise<void> {
	takeLog();
	if ('runs' in defect) await run(defect);
	else if ('acts' in defect) await watch(defect);
	else await live(defect);
	showsNoKey(takeLog().join('\n'));
}

const KEY = 'sandbox-key';

/** Whatever fails, the key is nowhere, also not in another form. */
function showsNoKey(text: string): void {
	for (const one of [KEY, Buffer.from(KEY).toString('base64'), 'sandbox%2Dkey', 'sandbox%2dkey'])
		expect(text).not.toContain(one);
}

async function run(defect: RunDefect): Promise<void> {
	const { site = {}, given, faults = [], credential, twice, holds } = defect;
	await inAHurry(async () => {
		await inWorld(site, async (world) => {
			given?.(world.service);
			for (const fault of faults) world.service.faults.add(fault);
			const credentials = { ...world.credentials, requestsPer100Seconds: 1e6, ...credential };
			const once = async () => await ranOf(defect, credentials as World['credentials']);
			const all = twice === 'parallel' ? await Promise.all([once(), once()]) : [await once()];
			if (twice === 'again') all.push(await once());
			const ran = {
				...world,
				items: all.flatMap(({ items }) => items),
				error: all.map(({ error }) => error).join(''),
				hints: all.map(({ hints }) => hints).join(''),
			};
			showsNoKey(JSON.stringify([ran.items, ran.error, ran.hints]));
			check(ran, holds);
		});
	});
}

async function ranOf(defect: RunDefect, credentials: World['credentials']) {
	const [resource, operation] = defect.runs.split('.');
	const items = (defect.items ?? [{}]).map((one) =>
		'json' in one ? (one as INodeExecutionData) : { json: one as IDataObject },
	);
	const parameters = { resource, operation, ...defect.with } as INodeParameters;
	const all = { parameters, items, credentials, continueOnFail: defect.continues };
	try {
		const { items: output, hints } = await executeWithHints(all);
		return { items: output, error: '', hints: hints.map(({ message }) => message).join('\n') };
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		return { items: [], error: `${message} / ${description ?? ''}`, hints: '' };
	}
}

function check(ran: Ran, { gives, fails, hints, writes, reads, left, also }: Holds): void {
	if (fails) expect(ran.error).toMatch(fails);
	else expect(ran.error).toBe('');
	if (gives) {
		expect(jsonOf(ran.items)).toHaveLength(gives.length);
		expect(jsonOf(ran.items)).toMatchObject(gives);
	}
	if (hints) expect(ran.hints).toMatch(hints);
	const sent = sentTo(ran.service);
	if (writes) {
		const written = sent.filter(({ method }) => method !== 'GET');
		const named = written.map(({ method, path }) => `${method} ${path.slice('/api'.length)}`);
		expect(named).toEqual(writes.map((one) => (typeof one === 'string' ? one : one[0])));
		for (const [n, one] of writes.entries())
			if (typeof one !== 'string') expect(written[n]!.body).toMatchObject(one[1] as object);
	}
	if (reads !== undefined)
		expect(sent.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(reads);
	if (left) expect(left[0](ran.service)).toEqual(left[1]);
	also?.(ran);
}

async function watch(defect: WatchDefect): Promise<void> {
	const { watches, site, first, before, acts, together, credential, also } = defect;
	await inAHurry(async ({ skip }) => {
		await watching({ ...site, given: watches }, async (watched) => {
			let processes = 0;
			const life: Life = {
				...watched,
				how: credential ? { credentials: { ...watched.credentials, ...credential } as never } : {},
				saved: [],
				items: [],
				skip,
				restart(back = 0) {
					const staticData = structuredClone(life.saved.at(-1 - back)!);
					life.how = { ...life.how, staticData, nodeId: `process ${++processes}` };
				},
			};
			await before?.(life);
			const found = await polled(life, first ?? (together ? undefined : []));
			for (const [happens, emits, requests] of acts) {
				await happens(life);
				life.taken();
				found.push(...(await polled(life, together ? undefined : emits)));
				if (requests !== undefined) expect(life.taken().length).toBeLessThanOrEqual(requests);
			}
			if (together) {
				const expected = acts.flatMap(([, emits]) => emits as number[]);
				expect(sorted(found as number[])).toEqual(sorted(expected));
			}
			await also?.(life);
			showsNoKey(JSON.stringify([life.items, life.saved]));
		});
	});
}

/** One poll, compared with what it has to emit. */
async function polled(life: Life, emits?: Act[1]): Promise<unknown[]> {
	const polling = life.poll(life.how);
	if (emits instanceof RegExp) {
		await expect(polling).rejects.toThrow(emits);
		return [];
	}
	const items = (await polling) ?? [];
	life.saved.push(structuredClone(life.how.staticData ?? life.state));
	life.items.push(...items);
	// One execution gets no more.
	expect(items.length).toBeLessThanOrEqual(5_000);
	const isByID = !emits || typeof emits[0] === 'number';
	if (emits && isByID) expect(sorted(idsOf(items))).toEqual(emits);
	else if (emits) {
		expect(items).toHaveLength(emits.length);
		expect(items).toMatchObject(emits);
	}
	return idsOf(items);
}

async function live({ watches, site, does, emits }: ProcessDefect): Promise<void> {
	await inAHurry(async () => {
		await watching({ ...site }, async (life) => {
			const database = new Database();
			const { options, ...given } = watches;
			const parameters = { ...given, options: { names: 'identifiers', ...(options as object) } };
			const n8n = () => new LivingN8n(database, { parameters, credentials: life.credentials });
			const [one, two] = [n8n(), n8n()];
			await does({ ...life, one, two });
			await Promise.all([one.quiet(), two.quiet()]);
			expect(database.failures).toEqual([]);
			expect(database.items).toMatchObject(emits);
			expect(database.items).toHaveLength(emits.length);
		});
	});
}
