import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';

const REQUESTS = 1;
/** Between two support requests. */
const EVERY_MS = 4_000;
const watched = ['E0001', 'E0002', 'E0003'];
const alertLine = /^New support request (\w+):/;
const raisedLine = /^\*(.+?)\*: (.+) went from (\d+) to (\d+) for (\w+)\./;

/** How often each thing happened that should happen once. */
export type Times = ReadonlyMap<string, number>;

function counted(expected: readonly string[], happened: readonly string[]): Times {
	const times = new Map(expected.map((what) => [what, 0]));
	for (const what of happened) if (times.has(what)) times.set(what, times.get(what)! + 1);
	return times;
}

const named = (times: Times, wanted: (n: number) => boolean) =>
	[...times].filter(([, n]) => wanted(n)).map(([what]) => what);

export const missing = (times: Times) => named(times, (n) => n === 0);
export const doubled = (times: Times) => named(times, (n) => n > 1);

/** One step up of a count. */
interface Raise {
	notice: string;
	from: number;
	to: number;
}

const nameOf = ({ notice, from, to }: Raise) => `${notice}: ${from} to ${to}`;

/** The relevant part of a trigger's item. */
interface Emitted {
	uniqueId?: string;
	appsName?: string;
	label?: string;
	code?: string;
	previousCount?: number;
	count?: number;
}

/** Remembers what happened to the support requests that it writes. */
export class Story {
	#sandbox: Sandbox;
	#created = new Map<number, string>();
	#commented: number[] = [];
	#raises: Raise[] = [];
	#fell = new Set<string>();
	#lines: string[] = [];
	#last = Date.now();

	constructor(sandbox: Sandbox) {
		this.#sandbox = sandbox;
		const { service, neighbours } = sandbox;
		service.events.on('comment', ({ action, appsId, recordId }) => {
			if (action === 'created' && appsId === REQUESTS) this.#commented.push(recordId);
		});
		service.events.on('notice', ({ code, appsId, label, count, previous }) => {
			if (!watched.includes(code)) return;
			const notice = `${service.store.forms.get(appsId)?.name}, ${label}, ${code}`;
			if (count < previous) this.#fell.add(notice);
			else this.#raises.push({ notice, from: previous, to: count });
		});
		neighbours.channel.events.on('message', ({ text }) => {
			this.#last = Date.now();
			this.#lines.push(...text.split('\n'));
		});
	}

	/** Writes this many support requests, for one user after the other. */
	async write(count: number): Promise<void> {
		for (let n = 0; n < count; n++) {
			const code = watched[n % watched.length]!;
			const { recordId, uniqueId } = this.#sandbox.service.store.createRecord(
				REQUESTS,
				{ 'field-1': `Trouble of ${code}`, 'field-4': [{ code, name: '' }] },
				{ by: 'E0012' },
			);
			this.#created.set(recordId, uniqueId);
			await sleep(EVERY_MS);
		}
	}

	/** Milliseconds without a message. */
	get quiet(): number {
		return Date.now() - this.#last;
	}

	get comments(): Times {
		return counted(
			this.#records,
			this.#commented.map((id) => this.#created.get(id) ?? ''),
		);
	}

	get alerts(): Times {
		return counted(
			this.#records,
			this.#lines.map((line) => alertLine.exec(line)?.[1] ?? ''),
		);
	}

	get notices(): Times {
		const posted = this.#lines.map((line): Emitted => {
			const [, appsName, label, from, to, code] = raisedLine.exec(line) ?? [];
			return code ? { appsName, label, code, previousCount: +from!, count: +to! } : {};
		});
		return counted(
			this.#raised.map(nameOf),
			posted.flatMap((item) => this.aboutOf(item)),
		);
	}

	/** How often such items are about each record and each raise. */
	timesIn(items: readonly Emitted[]): Times {
		const all = [...this.#records, ...this.#raised.map(nameOf)];
		return counted(
			all,
			items.flatMap((item) => this.aboutOf(item)),
		);
	}

	/** The record, or all the raises between two polls. */
	private aboutOf({
		uniqueId,
		appsName,
		label,
		code,
		previousCount = 0,
		count = 0,
	}: Emitted): string[] {
		if (uniqueId !== undefined) return [uniqueId];
		const notice = `${appsName}, ${label}, ${code}`;
		return this.#raised
			.filter((one) => one.notice === notice && one.from >= previousCount && one.to <= count)
			.map(nameOf);
	}

	get #records(): string[] {
		return [...this.#created.values()];
	}

	/** A count that also fell may have been back before a poll could see it: no event is guaranteed. */
	get #raised(): Raise[] {
		return this.#raises.filter(({ notice }) => !this.#fell.has(notice));
	}
}
