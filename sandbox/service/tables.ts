import type { EventEmitter } from 'node:events';
import type { Clock } from './clock.ts';
import { Comments } from './comments.ts';
import { Database } from './database.ts';
import type { Dialect } from './dialects.ts';
import { Directory } from './directory.ts';
import { Forms } from './forms.ts';
import { type NoticeCount, Notices } from './notices.ts';
import { Records } from './records.ts';
import type { Organization, Position, User } from './resources.ts';

/** All data of the service. A change is made as a whole and announced afterwards. */
export class Tables {
	readonly database: Database;
	readonly organizations: Directory<Organization>;
	readonly positions: Directory<Position>;
	readonly users: Directory<User>;
	readonly forms: Forms;
	readonly records: Records;
	readonly comments: Comments;
	readonly notices: Notices;
	readonly events: EventEmitter;
	readonly clock: Clock;
	readonly dialect: () => Dialect;
	private pending: [name: string, payload: object][] | undefined;

	constructor(path: string, events: EventEmitter, clock: Clock, dialect: () => Dialect) {
		this.database = new Database(path);
		const told = (change: object) => this.announce('directory', change);
		this.organizations = new Directory(this.database, 'organization', told);
		this.positions = new Directory(this.database, 'position', told);
		this.users = new Directory(this.database, 'user', told);
		this.forms = new Forms(this.database);
		this.records = new Records(this.database);
		this.comments = new Comments(this.database);
		this.notices = new Notices(this.database, () => this.forms.list());
		this.events = events;
		this.clock = clock;
		this.dialect = dialect;
	}

	/** Makes all changes of `work` or none, and announces them only afterwards. */
	change<Result>(work: () => Result): Result {
		if (this.pending !== undefined) return this.database.transaction(work);
		// Counting for everybody is only worth it if somebody listens.
		const listening = this.events.listenerCount('notice') > 0;
		const before = listening ? this.noticeCounts() : undefined;
		this.pending = [];
		try {
			const result = this.database.transaction(work);
			for (const [name, payload] of this.pending) this.events.emit(name, payload);
			if (before !== undefined) this.announceNotices(before);
			return result;
		} finally {
			this.pending = undefined;
		}
	}

	/** Within `change`, after all of it is made. */
	announce(name: 'record' | 'comment' | 'directory', payload: object): void {
		if (this.pending !== undefined) this.pending.push([name, payload]);
		else this.events.emit(name, payload);
	}

	private noticeCounts(): NoticeCounts {
		const of = this.notices.all();
		const entries = this.users.list().flatMap(({ code }) =>
			of(code).map((notice): [string, NoticeCount & { code: string }] => {
				return [JSON.stringify([code, notice.appsId, notice.id]), { code, ...notice }];
			}),
		);
		return new Map(entries);
	}

	private announceNotices(before: NoticeCounts): void {
		for (const [key, notice] of this.noticeCounts()) {
			const previous = before.get(key)?.count ?? 0;
			if (notice.count !== previous) this.events.emit('notice', { ...notice, previous });
		}
	}
}

type NoticeCounts = Map<string, NoticeCount & { code: string }>;
