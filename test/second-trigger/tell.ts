import type { Violation } from './judge';
import type { Poll } from './host';
import type { Played } from './play';
import { valueIn } from '../support/events';
import { isNotice, type Step, type Write } from './story';

const json = (value: unknown, most = 200): string => {
	const text = JSON.stringify(value) ?? '';
	return text.length > most ? `${text.slice(0, most)}...` : text;
};

const duration = (seconds: number): string =>
	seconds >= 86_400
		? `${Math.round(seconds / 8640) / 10} days`
		: seconds >= 600
			? `${Math.round(seconds / 60)} min`
			: `${seconds} s`;

export function wordsOf(write: Write): string {
	switch (write.does) {
		case 'creates':
			return `somebody creates ${write.count} record${write.count > 1 ? 's' : ''}${write.late ? `, seen ${write.late} s later` : ''}`;
		case 'edits':
			return `somebody edits row ${write.which}${write.late ? `, seen ${write.late} s later` : ''}`;
		case 'amount':
		case 'colour':
		case 'status':
			return `somebody sets the ${write.does} of row ${write.which} to ${write.to}`;
		case 'deletes':
			return `somebody deletes ${write.count > 1 ? `${write.count} rows from` : 'row'} ${write.which}`;
		case 'counts':
			return `notice ${write.notice} of ${write.user} counts ${write.to}`;
		case 'leaves':
			return `${write.user} leaves the company (404)`;
	}
}

function stepOf(step: Step): string {
	const faults = 'faults' in step ? (step.faults ?? []) : [];
	const trouble = faults.map(
		({ kind, at, count }) => ` (request ${at}${count > 1 ? ` to ${at + count - 1}` : ''}: ${kind})`,
	);
	switch (step.do) {
		case 'write':
			return `${wordsOf(step.write)}`;
		case 'poll':
			return [
				`${duration(step.after)} later n8n polls`,
				...trouble,
				...(step.meanwhile ?? []).map(
					({ before, write }) => `; before request ${before} ${wordsOf(write)}`,
				),
				step.slow ? `; each request takes ${step.slow} s` : '',
				step.overlap ? `; at request ${step.overlap} another poll begins` : '',
				step.crash ? `; n8n is killed ${step.crash}` : '',
			].join('');
		case 'test':
			return 'somebody clicks Fetch Test Event';
		case 'restart':
			return `n8n starts again after ${duration(step.down)}${trouble.join('')}`;
		case 'unpublish':
			return 'somebody unpublishes the workflow';
		case 'publish':
			return `${step.after > 0 ? `${duration(step.after)} later ` : ''}somebody publishes the workflow${trouble.join('')}`;
		case 'version':
			return `a new version is published: ${step.change}`;
		case 'older state':
			return `n8n goes on with a state that is ${step.back} older`;
		case 'spoil':
			return `the saved state becomes unusable (${step.how}, ${step.which}), and n8n starts again`;
		case 'clock':
			return `the clock of the site goes ${step.seconds > 0 ? 'on' : 'back'} by ${Math.abs(step.seconds)} s`;
	}
}

/** A story and what came of it, in plain words. */
export function tell(played: Played, violation: Violation): string {
	const { story, polls, got, world, end } = played;
	const about = valueIn(story.event);
	const options = Object.entries(story.options).map(([name, one]) => `${name} ${json(one)}`);
	const poll = (one: Poll, index: number): string[] => {
		const mine = got.filter((request) => request.poll === index);
		const faults = mine.flatMap(({ fault }) => (fault ? [fault] : []));
		const said = one.error
			? `fails with ${one.error.type}: ${one.error.message.replaceAll('\n', ' ')}`
			: one.items
				? `${one.items.length} events`
				: 'nothing';
		const events = (one.items ?? [])
			.slice(0, 4)
			.map((item) =>
				isNotice(story.event)
					? `${String(item.code)} ${String(item.id)} ${String(item.previousCount)} to ${String(item.count)}`
					: `${String(item.event)} ${String(item.recordId)} ${/mark-\d+/.exec(JSON.stringify(item))?.[0] ?? ''} ${about ? `${String(item[about.previous])} to ${String(item[about.value])}` : ''}`,
			);
		return [
			`    poll ${index} (${one.mode === 'manual' ? 'manual' : one.activation}): ${mine.length} requests${
				faults.length > 0 ? ` (${faults.join(', ')})` : ''
			}, ${said}${events.length > 0 ? `: ${events.join('; ')}` : ''}${one.isAbandoned ? ' (n8n drops it)' : ''}${
				one.log.length > 0 ? `; logs ${json(one.log[0])}` : ''
			}`,
		];
	};
	const tail = polls.slice(Math.max(-1, ...played.steps.flatMap((step) => step.polls)) + 1);
	void end;
	return [
		`Seed ${story.seed}: ${violation.kind}`,
		`  ${story.event}${options.length > 0 ? `, ${options.join(', ')}` : ''}; saving ${story.saving}${
			story.limit === undefined ? '' : `; ${story.limit} requests per 100 s`
		}`,
		`  The service: ${
			Object.entries(story.dialect)
				.map(([name, value]) => `${name} ${value}`)
				.join(', ') || 'plain'
		}; ${isNotice(story.event) ? `${story.users.length} users` : `${story.records} records`}`,
		...story.steps.flatMap((step, index) => [
			`  ${stepOf(step)}`,
			...played.steps[index]!.polls.flatMap((at) => poll(polls[at]!, at)),
		]),
		`  Ten minutes later, and then every 150 s:`,
		...[...tail.slice(0, 3), ...tail.slice(Math.max(3, tail.length - 2))].flatMap((one) =>
			poll(one, polls.indexOf(one)),
		),
		...(isNotice(story.event)
			? []
			: world.rows
					.slice(0, 60)
					.filter((row) => violation.expected.includes(`record ${row.id}:`))
					.map(
						(row) =>
							`  Record ${row.id}: ${row.versions
								.map(({ at, state }) =>
									state
										? `at ${at} mark-${state.mark} ${state.status} ${state.amount} ${state.colour} ${state.updatedAt}`
										: `at ${at} deleted`,
								)
								.join('; ')}`,
					)),
		`  Expected: ${violation.expected}`,
		`  Found: ${violation.found}${violation.poll === undefined ? '' : ` (poll ${violation.poll})`}`,
	].join('\n');
}
