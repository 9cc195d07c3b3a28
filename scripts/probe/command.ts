import { spanInWords } from '../../nodes/RecordsDirectory/core/text';
import { textIn } from '../../nodes/RecordsDirectory/core/json';
import { answerBodyOf, type Answers } from './answers';
import { probeRequestInWords, sentOf, unknownIn } from './requests';
import { findingsOf } from './findings';
import { profileOf } from './profile';
import { announcement, report } from './report';
import { probeSite } from './probe-site';
import { Stopped } from './scratch-run';
import type { ScratchUser } from './scratch-trace';
import { parseSite } from '../../nodes/RecordsDirectory/core/request/address-and-key';
import { InputError } from '../../nodes/RecordsDirectory/core/values/input-error';
import { WrongArgument } from '../../sandbox/start/command-line.ts';
import { argumentsIn, BLOCKED, failed, HELP, type Arguments } from './arguments';
import { senderTo } from './connection';
import { paced, spaced } from './pace';
import type { Person } from './person';
import { scratchFormOf, scratchOf, showing, type Around } from './scratch';

interface Keys {
	readonly apiKey: string;
	readonly directoryApiKey: string | undefined;
}

/** Runs the command and returns its exit code. */
export async function probe(
	words: readonly string[],
	person: Person,
	environment: NodeJS.ProcessEnv,
): Promise<number> {
	try {
		const wanted = argumentsIn(words);
		if (wanted) return (await run(wanted, person, environment)) ? 0 : 1;
		person.print(HELP);
		return 0;
	} catch (error) {
		if (error instanceof Stopped) return 130;
		if (!(error instanceof WrongArgument || error instanceof InputError)) throw error;
		person.print(error instanceof InputError ? `${error.message}. ${error.advice}` : error.message);
		return 2;
	}
}

/** Returns whether the profile was written. */
async function run(
	wanted: Arguments,
	user: Person,
	environment: NodeJS.ProcessEnv,
): Promise<boolean> {
	const { baseUrl, header, limit, file, isAgreed } = wanted;
	const person: Person = isAgreed ? { ...user, ask: () => Promise.resolve('yes') } : user;
	// Reports a wrong address or file before asking for a key.
	const site = parseSite(baseUrl);
	const whyNot = person.whyNot(file);
	if (whyNot !== undefined)
		throw new WrongArgument(
			`${file} cannot be written: ${whyNot}. Name another file with --write.`,
		);
	const keys = await keysOf(person, environment);
	const tell = (ms: number) =>
		person.print(`  Waiting ${spanInWords(ms)} for the rate limit of the site.`);
	const pace = paced(person.times(site), limit, tell);
	// Only a site on this machine has http, and no firewall is in front of it.
	const space = spaced((ms) => (/^http:/.test(site) ? Promise.resolve() : person.wait(ms)));
	const send = space(pace(senderTo({ baseUrl, header, ...keys })));
	for (const line of announcement(wanted)) person.print(line);
	person.print('');
	const form =
		wanted.scratchForm === undefined ? undefined : await scratchFormOf(wanted.scratchForm, send);
	const read = await asked(wanted, keys, { person, send });
	const scratch =
		form && !read.isBlocked && (await scratchOf(form, userIn(read), { person, send }));
	const findings = findingsOf({ ...read, ...(scratch && { scratch }) });
	for (const line of report(findings)) person.print(line);
	const profile = `${JSON.stringify(profileOf(findings), null, '\t')}\n`;
	person.print(`\n${file} contains only behaviours, no data, names or keys:\n\n${profile}`);
	return await write(file, profile, person);
}

/** The user whom the person has named, if the directory has them. */
function userIn(answers: Answers): ScratchUser | undefined {
	const row = answerBodyOf(answers, 'given user');
	return row && { code: textIn(row.code ?? ''), name: textIn(row.name ?? '') };
}

async function write(file: string, profile: string, person: Person): Promise<boolean> {
	const answer = await person.ask(`Write it to ${file}? (y/n) `);
	if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
		const why = ': the question needs an answer in a terminal. Add --yes to agree';
		person.print(`The file was not written${answer === undefined ? why : ''}.`);
		return false;
	}
	try {
		person.keep(file, profile);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new WrongArgument(`${file} could not be written (${code}). The profile is above.`);
	}
	person.print(`Written to ${file}.`);
	return true;
}

/** Sends all requests that only read. */
async function asked(wanted: Arguments, keys: Keys, { person, send }: Around): Promise<Answers> {
	const { form, user } = wanted;
	const given = { form, user, hasDirectoryKey: keys.directoryApiKey !== undefined };
	const shown = showing(person);
	const answers = await probeSite(given, async (request, ask) => {
		const reply = await send(request);
		shown(probeRequestInWords(ask), reply);
		return reply;
	});
	const sent = sentOf(answers);
	person.print(`\n${sent} ${sent === 1 ? 'request was' : 'requests were'} sent.`);
	if (answers.isBlocked) person.print(BLOCKED);
	const statuses = [...answers.replies.values()].map(({ status }) => status);
	const areAll = (wrong: number) =>
		statuses.length > 0 && statuses.every((status) => status === wrong);
	for (const wrong of [401, 403, 404]) if (areAll(wrong)) throw new WrongArgument(failed(wrong));
	const unknown = unknownIn(answers);
	if (unknown) throw new WrongArgument(`${unknown.message}. Check --${unknown.input}.`);
	if (answers.replies.size === 0 && answers.limited === undefined)
		throw new WrongArgument(failed(0));
	return answers;
}

async function keysOf(person: Person, environment: NodeJS.ProcessEnv): Promise<Keys> {
	const { PROBE_API_KEY: known, PROBE_DIRECTORY_API_KEY: directory } = environment;
	if (known) return { apiKey: known, directoryApiKey: directory || undefined };
	const apiKey = await person.askSecretly('API key: ');
	if (!apiKey) throw new WrongArgument('The key is missing. Set PROBE_API_KEY, or enter it.');
	const typed = await person.askSecretly(
		'Directory API key (empty if one key is for everything): ',
	);
	return { apiKey, directoryApiKey: typed || undefined };
}
