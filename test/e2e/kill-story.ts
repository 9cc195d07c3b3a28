import type { Sandbox } from '../../sandbox/start/sandbox.ts';

const REQUESTS = 1;
const watched = ['E0001', 'E0002', 'E0003'];
const raisedLine = /^\*(.+?)\*: (.+) went from (\d+) to (\d+) for (\w+)\./;

/** One step up of a count. */
interface Raise {
	notice: string;
	from: number;
	to: number;
}

/** How often something happened that should happen once: by what it is about. */
export type Times = Map<string, number>;

export interface Outcome {
	comments: Times;
	alerts: Times;
	notices: Times;
}

/** Writes support requests all along and remembers what became of them. */
export class Story {
	#created = new Map<number, string>();
	#commented: number[] = [];
	#raises: Raise[] = [];
	#fell = new Set<string>();
	#messages: string[] = [];
	#sandbox: Sandbox;
	#writing: NodeJS.Timeout | undefined;
	#lastMessage = Date.now();

	constructor(sandbox: Sandbox) {
		this.#sandbox = sandbox;
		const { service, neighbours } = sandbox;
		const formName = (appsId: number) => service.store.forms.get(appsId)?.name;
		service.events.on('comment', ({ action, appsId, recordId }) => {
			if (action === 'created' && appsId === REQUESTS) this.#commented.push(recordId);
		});
		service.events.on('notice', ({ code, appsId, label, count, previous }) => {
			if (!watched.includes(code)) return;
			const notice = `${formName(appsId)}, ${label}, ${code}`;
			if (count < previous) this.#fell.add(notice);
			else this.#raises.push({ notice, from: previous, to: count });
		});
		neighbours.channel.events.on('message', ({ text }) => {
			this.#lastMessage = Date.now();
			this.#messages.push(text);
		});
	}

	begin(everyMs: number): void {
		let number = 0;
		this.#writing = setInterval(() => {
			const code = watched[number++ % watched.length]!;
			const { recordId, uniqueId } = this.#sandbox.service.store.createRecord(
				REQUESTS,
				{ 'field-1': `Trouble number ${number}`, 'field-4': [{ code, name: '' }] },
				{ by: 'E0012' },
			);
			this.#created.set(recordId, uniqueId);
		}, everyMs);
	}

	end(): void {
		clearInterval(this.#writing);
	}

	get quietFor(): number {
		return Date.now() - this.#lastMessage;
	}

	get outcome(): Outcome {
		const lines = this.#messages.flatMap((text) => text.split('\n'));
		const told = lines.flatMap((line): Raise[] => {
			const [, form, label, from, to, code] = raisedLine.exec(line) ?? [];
			return code ? [{ notice: `${form}, ${label}, ${code}`, from: +from!, to: +to! }] : [];
		});
		const comments: Times = new Map();
		const alerts: Times = new Map();
		for (const [recordId, uniqueId] of this.#created) {
			comments.set(uniqueId, this.#commented.filter((id) => id === recordId).length);
			const begin = `New support request ${uniqueId}:`;
			alerts.set(uniqueId, lines.filter((line) => line.startsWith(begin)).length);
		}
		const notices: Times = new Map();
		// What also fell may have been back before a poll could see it: nobody promises to tell that.
		for (const { notice, from, to } of this.#raises.filter((one) => !this.#fell.has(one.notice)))
			notices.set(
				`${notice}: ${from} to ${to}`,
				told.filter((one) => one.notice === notice && one.from <= from && one.to >= to).length,
			);
		return { comments, alerts, notices };
	}
}

export const missing = (times: Times) =>
	[...times].filter(([, n]) => n === 0).map(([what]) => what);
export const doubled = (times: Times) => [...times].filter(([, n]) => n > 1).map(([what]) => what);

export const isComplete = (outcome: Outcome) =>
	Object.values(outcome).every((times: Times) => missing(times).length === 0);
