import type { Known } from './known';
import { deletionId } from './deletions';
import type { DeletionEvent, SingleRecord } from './deletions';

/** What single reads have shown: the only source of events. */
export class Confirmed {
	private readonly known: Known;
	private readonly appsId: number;
	private readonly found: DeletionEvent[] = [];

	constructor(known: Known, appsId: number) {
		this.known = known;
		this.appsId = appsId;
	}

	/** By rising id: the oldest records first. */
	get events(): readonly DeletionEvent[] {
		return [...this.found].sort((a, b) => a.recordId - b.recordId);
	}

	/** Takes what a single read gave; no record where the service says 404. */
	take(recordId: number, record: SingleRecord | undefined): void {
		if (record?.isDeleted === 0) return this.known.stay(recordId);
		const nth = this.known.tell(recordId) + 1;
		const eventId = deletionId(this.appsId, recordId, nth);
		this.found.push({ event: 'recordDeleted', eventId, recordId, ...(record && { record }) });
	}
}
