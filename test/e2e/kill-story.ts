import type { Sandbox } from '../../sandbox/start/sandbox.ts';

const REQUESTS = 1;
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
interface Told {
	uniqueId?: string;
	appsName?: string;
	label?: string;
	code?: string;
	previousCount?: number;
	count?: number;
}

/** Writes support requests all the time and remembers what happened to each. */
export class Story {
	#sandbox: Sandbox;
	#created = new Map<number, string>();
	#commented: number[] = [];
	#raises: Raise[] = [];
	#fell = new Set<string>();
	#lines: string[] = [];
	#writing: NodeJS.Timeout | undefined;
	#due = 0;
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

	begin(everyMs: number): void {
		let number = 0;
		this.#writing = setInterval(() => {
			if (this.#due === 0) return;
			this.#due--;
			const code = watched[number++ % watched.length]!;
			const { recordId, uniqueId } = this.#sandbox.service.store.createRecord(
				REQUESTS,
				{ 'field-1': `Trouble number ${number}`, 'field-4': [{ code, name: '' }] },
				{ by: 'E0012' },
			);
			this.#created.set(recordId, uniqueId);
		}, everyMs);
	}

	/** Limits the number of further requests: a slow machine would use up the service's limit with comments. */
	more(count: number): void {
		this.#due += count;
	}

	get isWritten(): boolean {
		return this.#due === 0;
	}

	end(): void {
		clearInterval(this.#writing);
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
		const told = this.#lines.map((line): Told => {
			const [, appsName, label, from, to, code] = raisedLine.exec(line) ?? [];
			return code ? { appsName, label, code, previousCount: +from!, count: +to! } : {};
		});
		return counted(
			this.#raised.map(nameOf),
			told.flatMap((item) => this.aboutOf(item)),
		);
	}

	/** How often such items are about each record and each raise. */
	timesIn(items: readonly Told[]): Times {
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
	}: Told): string[] {
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
