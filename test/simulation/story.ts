import { ending, faultsOfChanges } from './faults';
import { Run, type Core, type Plan } from './run';
import type { Act } from './service';

const MOST_SHOWN = 25;
const TIME_WIDTH = 13;

/** A life told line by line, and what is wrong with it. */
export function tell(plan: Plan, core: Core): string {
	const run = new TellingRun(plan, core);
	const end = ending(() => faultsOfChanges(run.live(), plan));
	return [...setting(plan), '', ...run.lines, '', end].join('\n');
}

function setting(plan: Plan): string[] {
	const { dialect } = plan;
	return [
		`The trigger watches ${plan.kind}: a poll every ${plan.interval} s with at most`,
		`${plan.maxRequests} requests of ${plan.pageSize} rows, up to ${2 * plan.latency} s each; overlap ${plan.overlap} s.`,
		`The service: clock ${dialect.zone} s off, steps back up to ${dialect.stepBack} s; Date header: ${dialect.date};`,
		`deleted rows are ${dialect.deleted}; ${dialect.cap} rows a page at most; ${plan.initial} records at first.`,
		`${100 * plan.failing} % of requests fail; after ${100 * plan.restarts} % of polls n8n continues with an older state.`,
	];
}

class TellingRun extends Run {
	readonly lines: string[] = [];

	constructor(plan: Plan, core: Core) {
		super(plan, core);
		const { service } = this;
		const act = service.act.bind(service);
		service.act = (done) => {
			this.say(`  ${actInWords(done)}`);
			act(done);
		};
		const reply = service.reply.bind(service);
		service.reply = (asked) => {
			const given = reply(asked);
			const rows = given.rows.map(({ recordId, raw }) => {
				const { revision } = (raw as { record: { revision: number } }).record;
				return `${recordId}:${revision}`;
			});
			const { order, page, limit } = asked;
			this.say(`  asked for page ${page} of ${limit} by ${order}: ${some(rows, ' ')}`);
			return given;
		};
	}

	override poll(): number {
		const start = this.lines.length;
		if (this.state !== this.before) this.say('n8n died, and continues with an older state');
		this.say(`poll ${this.polls + 1}`);
		const told = this.emitted.length;
		const used = super.poll();
		const events = this.emitted.slice(told).map(({ key, event }) => `${event} ${key}`);
		const isKept = this.state === this.before;
		this.say(isKept ? '  it failed' : `  told: ${some(events, ', ')}`);
		this.before = this.state;
		this.shorten(start);
		return used;
	}

	private before: Run['state'];
	private last = '';

	/** Many quiet polls in a row are no story. */
	private shorten(start: number): void {
		const [, ...said] = this.lines.slice(start).map((line) => line.slice(TIME_WIDTH));
		const now = said.join('\n');
		if (now === this.last)
			this.lines.splice(start, Infinity, `${' '.repeat(TIME_WIDTH)}  the same`);
		this.last = now;
		while (this.lines.at(-1) === this.lines.at(-2)) this.lines.pop();
	}

	private say(line: string): void {
		this.lines.push(`${this.service.now.toFixed(1).padStart(TIME_WIDTH - 4)} s  ${line}`);
	}
}

function some(things: readonly string[], separator: string): string {
	if (things.length === 0) return 'nothing';
	const more = things.length - MOST_SHOWN;
	return things.slice(0, MOST_SHOWN).join(separator) + (more > 0 ? ` … and ${more} more` : '');
}

function actInWords(act: Act): string {
	if (act.kind === 'clock')
		return `the server's clock is now behind by ${act.to} of what it may be`;
	const late = 'lag' in act && act.lag > 0 ? `, to be seen ${act.lag} s later` : '';
	const from = 'from' in act ? `, from ${act.from} of the list on` : '';
	return `${act.kind} ${act.count}${from}${late}`;
}
