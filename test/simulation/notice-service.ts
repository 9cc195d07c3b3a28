import type { JsonObject } from '../../nodes/RecordsDirectory/core/json';
import type { NoticeAct, NoticeDialect } from './plan';
import { timeAtStart } from './service';

interface Notice {
	readonly appsId: string;
	readonly id: string;
	count: number;
	isBlank: boolean;
	names: number;
}

// Signs that must not run into each other in the ids of events.
const PEOPLE = ['E1', 'E1:1', 'E%3A1'];
const NOTICES = [
	['1', 'a'],
	['1', '1:a'],
	['2', 'a'],
	['1:1', 'a'],
] as const;

export const nameOf = ({ appsId, id }: Pick<Notice, 'appsId' | 'id'>): string => `${appsId}/${id}`;

/** Notices of some people. It knows nothing of the trigger, but whom that is to watch. */
export class NoticeService {
	now = 0;
	requests = 0;
	watched: readonly string[];
	private readonly dropped = new Set<string>();
	private readonly dialect: NoticeDialect;
	private readonly random: () => number;
	private readonly notices = new Map(
		PEOPLE.map((code) => [
			code,
			NOTICES.map(([appsId, id]): Notice => ({ appsId, id, count: 0, isBlank: false, names: 0 })),
		]),
	);

	/** Starts with this many watched users. */
	constructor(dialect: NoticeDialect, people: number, random: () => number) {
		this.watched = PEOPLE.slice(0, people);
		this.dialect = dialect;
		this.random = random;
	}

	act(act: NoticeAct): void {
		const code = PEOPLE[act.person]!;
		if (!('notice' in act)) return this.watch(code, act.kind);
		const notice = this.notices.get(code)![act.notice]!;
		if (act.kind === 'count') notice.count = act.to;
		else if (act.kind === 'blank') notice.isBlank = act.isBlank;
		else notice.names++;
	}

	/** What the service replies for a person, in any order. */
	rows(code: string): JsonObject[] {
		this.requests++;
		return this.notices
			.get(code)!
			.filter(({ count, isBlank }) => count > 0 || isBlank || this.dialect.zeros === 'listed')
			.map((notice) => ({ row: this.asRow(notice), tie: this.random() }))
			.sort((a, b) => a.tie - b.tie)
			.map(({ row }) => row);
	}

	date(): number {
		return timeAtStart(0) * 1000 + this.now * 1000;
	}

	/** The counts as far as the service shows them now, by notice. */
	counts(code: string): ReadonlyMap<string, number | undefined> {
		const all = this.notices.get(code)!;
		return new Map(all.map((one) => [nameOf(one), one.isBlank ? undefined : one.count]));
	}

	private watch(code: string, kind: 'add' | 'drop'): void {
		if (kind === 'drop') this.dropped.add(code);
		const others = this.watched.filter((one) => one !== code);
		this.watched = this.dropped.has(code) ? others : [...others, code];
	}

	private asRow({ appsId, id, count, isBlank, names }: Notice): JsonObject {
		const shown = this.dialect.numbers === 'texts' ? String(count) : count;
		const said = { label: `Notice ${names}`, url: `https://x/${names}` };
		return { appsId, appsName: 'App', id, ...said, count: isBlank ? null : shown };
	}
}
