import { idIn } from '../id';
import type { RecordRow } from './listed-record';
import type { SweptPage } from './sweep';
import type { ValueOf } from './watched-values';

type ValueById = Map<string, string>;

/** The saved values: of listed records, and of those that were missing last time. */
interface SavedValues {
	readonly ledger: Readonly<Record<string, string>>;
	readonly unlisted?: Readonly<Record<string, string>>;
}

/** The last known values of each record. */
export class LastValues {
	private readonly ledger: ValueById;
	private readonly unlisted: ValueById;
	private readonly watched: ValueOf;

	constructor(saved: SavedValues | undefined, watched: ValueOf) {
		this.ledger = new Map(Object.entries(saved?.ledger ?? {}));
		this.unlisted = new Map(Object.entries(saved?.unlisted ?? {}));
		this.watched = watched;
	}

	/** The number of listed records. */
	get size(): number {
		return this.ledger.size;
	}

	/** Takes the current values of a record and returns its previous ones. */
	note(row: RecordRow): string | undefined {
		const id = String(row.recordId);
		const previous = this.unlisted.get(id) ?? this.ledger.get(id);
		this.unlisted.delete(id);
		this.ledger.set(id, this.watched(row));
		return previous;
	}

	/** Marks records that a page does not list; forgets those missing for the second time, if `overdue`. */
	forget(
		{ rows, covers }: Pick<SweptPage<RecordRow>, 'rows' | 'covers'>,
		isOverdue: boolean,
	): void {
		const { ledger, unlisted } = this;
		const listed = new Set(rows.map(({ recordId }) => String(recordId)));
		const covered = (ids: ValueById) => [...ids.keys()].filter((id) => covers(idIn(id) ?? id));
		const [inLedger, inUnlisted] = [covered(ledger), covered(unlisted)];
		for (const id of inLedger) if (!listed.has(id)) move(id, ledger, unlisted);
		for (const id of inUnlisted)
			if (listed.has(id)) move(id, unlisted, ledger);
			else if (isOverdue) unlisted.delete(id);
	}

	pack(): SavedValues {
		return {
			ledger: Object.fromEntries(this.ledger),
			...(this.unlisted.size > 0 && { unlisted: Object.fromEntries(this.unlisted) }),
		};
	}
}

function move(id: string, from: ValueById, to: ValueById): void {
	const text = from.get(id);
	if (text === undefined) return;
	to.set(id, text);
	from.delete(id);
}
