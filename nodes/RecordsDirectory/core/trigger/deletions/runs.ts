/** Neighbouring ids, from the first to the last of them. */
export interface Run {
	readonly start: number;
	readonly end: number;
}

/** Runs under construction: added by rising start, joined where they touch. */
export class Runs {
	readonly list: Run[] = [];
	private last: Run | undefined;

	/** A run that ends before it starts is none. */
	add(run: Run): void {
		const { last } = this;
		if (run.start > run.end) return;
		if (last === undefined || run.start > last.end + 1) {
			this.list.push(run);
			this.last = run;
		} else {
			this.last = { start: last.start, end: Math.max(last.end, run.end) };
			this.list[this.list.length - 1] = this.last;
		}
	}
}
