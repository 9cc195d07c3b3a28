import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Id } from '../../nodes/RecordsDirectory/core/id';
import { isJsonObject, jsonObjectsIn } from '../../nodes/RecordsDirectory/core/json';
import type { ProbeReply } from '../../nodes/RecordsDirectory/core/probe/reply';
import {
	SCRATCH_WORDS,
	scratched,
	scratchFieldsOf,
} from '../../nodes/RecordsDirectory/core/probe/scratch';
import type { ScratchTrace } from '../../nodes/RecordsDirectory/core/probe/scratch-trace';
import { WrongArgument } from './arguments';
import type { Send } from './pace';
import type { Person } from './person';

export interface Around {
	readonly person: Person;
	readonly send: Send;
	/** Milliseconds between two reads while a record is not listed yet. */
	readonly waitMs?: number;
}

/** Prints each request with its status. */
export function showing({ print }: Person) {
	let sent = 0;
	return (words: string, reply: ProbeReply | undefined) =>
		print(`  ${String(++sent).padStart(2)}  ${words}: ${reply?.status ?? 'no reply'}`);
}

const PLAN = [
	'',
	'The probe now creates up to four records in the form that you made for it.',
	'It changes and deletes only its own records.',
	'It sends about 15 requests, and more if a new record is listed late:',
	'',
	...[...new Set(Object.values(SCRATCH_WORDS))].map((words) => `  ${words}`),
	'',
];

/** Runs the writing part, if a form was named for it and the user agrees. */
export async function scratchOf(
	form: Id | undefined,
	{ person, send, waitMs = 5_000 }: Around,
): Promise<ScratchTrace | undefined> {
	if (form === undefined) return undefined;
	const fields = scratchFieldsOf(await definitionsOf(form, send));
	if (!fields)
		throw new WrongArgument(
			'The form of --scratch-form needs one required text field, one optional text field, and no other required field.',
		);
	for (const line of PLAN) person.print(line);
	const answer = await person.ask('Write to this form? (y/n) ');
	if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
		person.print('Nothing was written.');
		return undefined;
	}
	const mark = `probe-${randomBytes(6).toString('hex')}`;
	const shown = showing(person);
	const trace = await scratched({ form, mark }, fields, {
		send: async (request, words) => {
			const reply = await send(request);
			shown(words, reply);
			return reply;
		},
		wait: () => sleep(waitMs),
	});
	tellLeft(trace, person);
	return trace;
}

async function definitionsOf(form: Id, send: Send) {
	const path = `/api/apps/${encodeURIComponent(form)}/fields`;
	const reply = await send({ method: 'GET', path, query: { page: 1, limit: 1000 } });
	return isJsonObject(reply?.body) ? jsonObjectsIn(reply.body.fields) : [];
}

function tellLeft({ left, isDoubtful, mark }: ScratchTrace, { print }: Person): void {
	if (left.length === 0 && !isDoubtful) return print('\nAll records of the probe are deleted.');
	print(`\nSome records of the probe may be left. Search the form for "${mark}" and delete them.`);
}
