import { randomBytes } from 'node:crypto';
import type { Id } from '../../nodes/RecordsDirectory/core/id';
import { isJsonObject, jsonObjectsIn } from '../../nodes/RecordsDirectory/core/json';
import { noForm } from './requests';
import type { ProbeReply } from './probe-reply';
import { LEAST_LENGTH, scratched, scratchFieldsOf, scratchPlan, Stopped } from './scratch-run';
import type { ScratchFields, ScratchTrace, ScratchUser } from './scratch-trace';
import { WrongArgument } from '../../sandbox/start/command-line.ts';
import { BLOCKED, failed } from './arguments';
import type { Send } from './pace';
import type { Person } from './person';

export interface Around {
	readonly person: Person;
	readonly send: Send;
}

/** Prints each request with its status. */
export function showing({ print }: Person) {
	let sent = 0;
	return (words: string, reply: ProbeReply | undefined) =>
		print(`  ${String(++sent).padStart(2)}  ${words}: ${reply?.status ?? 'no reply'}`);
}

const MOST_WRITES = { isKey: 3, users: 4, calculated: 2 } as const;
const USUAL_WRITES = 18;

function planFor(fields: ScratchFields): readonly string[] {
	const more = Object.entries(MOST_WRITES).filter(([name]) => fields[name as keyof ScratchFields]);
	const requests = more.reduce((sum, [, count]) => sum + count, USUAL_WRITES);
	return [
		'',
		'The writing part creates up to six records in the form that you have made for it.',
		'It changes and deletes only records that it has created itself, never copies of them.',
		`It sends about ${requests} requests, and more if a new record is listed late:`,
		'',
		...scratchPlan(fields).map((words) => `  ${words}`),
		'',
	];
}

/** The form that the user has made for the probe, and its fields. */
export interface ScratchForm {
	readonly form: Id;
	readonly fields: ScratchFields;
}

/** Throws a `WrongArgument` for a form that cannot be written to. */
export async function scratchFormOf(form: Id, send: Send): Promise<ScratchForm> {
	const fields = scratchFieldsOf(await definitionsOf(form, send));
	if (fields) return { form, fields };
	throw new WrongArgument(
		`The form of --scratch-form needs one required text field, one that is not required, both for ${LEAST_LENGTH} letters or more, and no other required or key field.`,
	);
}

/** Runs the writing part, if the user agrees. */
export async function scratchOf(
	{ form, fields: found }: ScratchForm,
	user: ScratchUser | undefined,
	{ person, send }: Around,
): Promise<ScratchTrace | undefined> {
	const fields = user ? found : withoutUsers(found);
	for (const line of planFor(fields)) person.print(line);
	const answer = await person.ask('Write to this form? (y/n) ');
	if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
		person.print('Nothing was written.');
		return undefined;
	}
	// Short, because a site may shorten texts; a letter first, so that it is not a number.
	const mark = `p${randomBytes(3).toString('hex')}`;
	const shown = showing(person);
	let isStopped = false;
	const stopListening = person.onStop(() => {
		isStopped = true;
		person.print(
			`\nStopping: the records of the probe, which contain "${mark}", are deleted first. Press Ctrl+C again to leave them.`,
		);
	});
	const trace = await scratched({ form, mark, user }, fields, {
		isStopped: () => isStopped,
		send: async (request, words) => {
			const reply = await send(request);
			shown(words, reply);
			return reply;
		},
		wait: (ms) => person.wait(ms),
		now: Date.now,
	});
	stopListening();
	if (trace.isBlocked) person.print(`\n${BLOCKED}`);
	tellLeft(trace, person);
	if (isStopped) throw new Stopped();
	return trace;
}

/** Nobody is named in a record but whom the person has named. */
const withoutUsers = ({ users: _, ...fields }: ScratchFields): ScratchFields => fields;

async function definitionsOf(form: Id, send: Send) {
	const path = `/api/apps/${encodeURIComponent(form)}/fields`;
	const reply = await send({ method: 'GET', path, query: { page: 1, limit: 1000 } });
	const { status = 0, body } = reply ?? {};
	if (isJsonObject(body) && Array.isArray(body.fields)) return jsonObjectsIn(body.fields);
	if (status === 404 || status === 403)
		throw new WrongArgument(`${noForm(form)}. Check --scratch-form and --base-url.`);
	throw new WrongArgument(failed(status));
}

function tellLeft({ left, isDoubtful, mark, created }: ScratchTrace, { print }: Person): void {
	if (left.length === 0 && !isDoubtful) return print('\nAll records of the probe are deleted.');
	print(
		`\nSome records of the probe, or copies of them, may be left. Search the form for "${mark}" and delete them.`,
	);
	if (created === undefined)
		print(`If nothing is found, search for "${mark.slice(0, 4)}": the site may shorten texts.`);
}
