import {
	PLAIN,
	fieldsIn,
	DIRECTORY,
	type Dialect,
	type Field,
	type On,
	type Story,
	type Values,
} from './story';

/** A state of a row that began at a moment; moments are numbered, and a request is one. */
export interface Version {
	readonly at: number;
	readonly by: 'before' | 'node' | 'other';
	/** Undefined: deleted. */
	readonly state: Values | undefined;
}

/** A row with all its versions, so that what a run said can be compared with what is. */
export class Row {
	readonly id: string;
	readonly versions: Version[] = [];

	constructor(id: string) {
		this.id = id;
	}

	get now(): Values | undefined {
		return this.versions.at(-1)?.state;
	}

	/** The last state while it lived. */
	get last(): Values {
		return this.versions.findLast(({ state }) => state)!.state!;
	}

	get createdAt(): number {
		return this.versions[0]!.at;
	}

	get updatedAt(): number {
		return this.versions.at(-1)!.at;
	}

	/** The state when the moment began. */
	at(moment: number): Values | undefined {
		return this.versions.findLast(({ at }) => at < moment)?.state;
	}

	/** The states it had at or after one moment, and until another. */
	between(from: number, to: number): ReadonlyArray<Values | undefined> {
		const during = this.versions.filter(({ at }) => at >= from && at <= to);
		return [this.at(from), ...during.map(({ state }) => state)];
	}
}

/** A request as the service got it. */
export interface Got {
	readonly at: number;
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly body: unknown;
	/** 0: no answer. */
	status: number;
	fault?: string;
}

/** Everything that the service holds. */
export class Rows {
	readonly of: Readonly<Record<On, Row[]>> = {
		records: [],
		organizations: [],
		positions: [],
		users: [],
	};
	readonly fields: Readonly<Record<On, readonly Field[]>>;
	readonly got: Got[] = [];
	readonly dialect: Dialect;
	private moments = 0;

	constructor(form: readonly Field[], dialect: Dialect) {
		this.fields = { ...DIRECTORY, records: form };
		this.dialect = dialect;
	}

	moment(): number {
		return ++this.moments;
	}

	/** The entry of a code. */
	entry(on: On, code: string): Row | undefined {
		return this.of[on].find(({ now }) => now?.code === code);
	}

	write(row: Row, state: Values | undefined, by: Version['by']): Row {
		row.versions.push({ at: this.moment(), by, state });
		return row;
	}

	/** Adds a row with some values; it has its usual ones for the others. */
	add(on: On, values: Values, by: Version['by']): Row {
		const count = this.of[on].length;
		const first = this.dialect.ids === 'small' ? 1n : 2n ** 53n - 2n;
		// Some rows between were deleted long ago.
		const row = new Row(String(first + BigInt(count + Math.floor(count / 50))));
		this.of[on].push(row);
		const usual = this.fields[on].map(({ name, start }) => [name, start] as const);
		return this.write(row, { ...Object.fromEntries(usual), ...values }, by);
	}
}

export const ORGANIZATIONS = ['O1', 'O2', 'o1', 'O3'];
export const POSITIONS = ['P1', 'P2'];
export const USERS = ['E1', 'E2', 'e1', '007', '7', 'E3'];

const FILLED: Readonly<Record<string, (index: number) => string>> = {
	title: (index) => `Filler ${index}`,
	code: (index) => `X${String(index).padStart(4, '0')}`,
	serial: (index) => String(500_000 + index),
	amount: (index) => String(index % 7),
	day: (index) => `2025-0${1 + (index % 9)}-11`,
	name: (index) => `Filler ${index}`,
	kana: () => 'kana',
	loginId: (index) => `login-X${index}`,
	organizationCode: () => 'O1',
};

/** What the service has before a run, and the rows of the story among it. */
export function stocked(story: Story): { readonly rows: Rows; readonly own: readonly Row[] } {
	const form = story.on === 'records' ? fieldsIn(story) : [];
	const rows = new Rows(form, { ...PLAIN, ...story.dialect });
	const named = (code: string) => ({ code, name: `Name of ${code}`, kana: 'kana' });
	for (const code of ORGANIZATIONS) rows.add('organizations', named(code), 'before');
	for (const code of POSITIONS) rows.add('positions', named(code), 'before');
	for (const code of story.on === 'users' ? [] : USERS) rows.add('users', named(code), 'before');
	const fill = (from: number, to: number) => {
		for (let index = from; index < to; index++) {
			const filled = rows.fields[story.on].flatMap(({ name }) =>
				FILLED[name] ? [[name, FILLED[name](index)] as const] : [],
			);
			rows.add(story.on, Object.fromEntries(filled), 'before');
		}
	};
	const half = Math.ceil(story.filler / 2);
	fill(0, half);
	const own = story.rows.map((values) => rows.add(story.on, values, 'before'));
	fill(half, story.filler);
	for (const place of story.deleted) rows.write(own[place]!, undefined, 'before');
	return { rows, own };
}
