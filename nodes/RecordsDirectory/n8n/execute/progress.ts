import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../api';
import { withThousands } from '../../core/request/subject';
import { shortened } from '../../core/text';
import type { Journal } from '../transport/client';

/** Interval between lines about long work. */
const OFTEN_MS = 10_000;

/** Writes lines about an execution to n8n's log, and to the console of the editor that runs it. */
export class Progress implements Journal {
	private readonly context: IExecuteFunctions;
	private readonly action: string;
	/** How far the execution is, such as `2,300 of 10,000 items`; empty until it is known. */
	private far = '';
	private writtenAt = performance.now();

	constructor(context: IExecuteFunctions, { action }: Entry) {
		this.context = context;
		this.action = action;
	}

	/** Notes how many items or rows are done, and writes that from time to time. */
	done(count: number, what: string, total?: number): void {
		const all = total === undefined ? '' : ` of ${withThousands(total)}`;
		this.far = `${withThousands(count)}${all} ${what}`;
		this.writeOften(this.far);
	}

	sent(requests: number): void {
		if (this.far === '') this.writeOften(`${withThousands(requests)} requests so far`);
	}

	waits(sentence: string): void {
		this.write(this.far === '' ? sentence : `${this.far}. ${sentence}`);
	}

	write(sentence: string): void {
		const line = shortened(`${this.action}: ${sentence}`);
		const workflow = this.context.getWorkflow().name;
		this.context.logger.info(`'${this.context.getNode().name}' of workflow '${workflow}': ${line}`);
		this.context.sendMessageToUI(line);
	}

	private writeOften(sentence: string): void {
		if (performance.now() - this.writtenAt < OFTEN_MS) return;
		this.writtenAt = performance.now();
		this.write(sentence);
	}
}
