import { idIn } from '../id';
import type { RecordRow } from './listed-record';
import type { SweptPage } from './sweep';
import type { ValueOf } from './watched-values';

/** The saved values. */
interface SavedValues {
	/** The last known values of each record, by record ID. */
	readonly ledger: Readonly<Record<string, string>>;
	/** The IDs among them that the last sweep did not list. */
	readonly unlisted?: readonly string[];
}

/** The last known values of each record. */
export class LastValues {
	private readonly ledger: Map<string, string>;
	private readonly unlisted: Set<string>;
	private readonly watched: ValueOf;

	constructor(saved: SavedValues | undefined, watched: ValueOf) {
		this.ledger = new Map(Object.entries(saved?.ledger ?? {}));
		this.unlisted = new Set(saved?.unlisted);
		this.watched = watched;
	}

	/** The number of listed records. */
	get size(): number {
		return this.ledger.size - this.unlisted.size;
	}

	/** Takes the current values of a record and returns its previous ones. */
	note(row: RecordRow): string | undefined {
		const id = String(row.recordId);
		const previous = this.ledger.get(id);
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
		for (const id of [...ledger.keys()].filter((one) => covers(idIn(one) ?? one))) {
			if (listed.has(id)) unlisted.delete(id);
			else if (!unlisted.has(id)) unlisted.add(id);
			else if (isOverdue) {
				ledger.delete(id);
				unlisted.delete(id);
			}
		}
	}

	pack(): SavedValues {
		return {
			ledger: Object.fromEntries(this.ledger),
			...(this.unlisted.size > 0 && { unlisted: [...this.unlisted] }),
		};
	}
}
