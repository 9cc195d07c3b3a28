import type { Case } from './cases';
import type { Failed } from './expected';
import type { Part } from './undisturbed';

/** Returns what is wrong with the words of a failure: they must be the service's, and claim only what is known. */
export function wordsWrong(
	one: Case,
	part: Part,
	failure: Failed,
	message: unknown,
	description: unknown,
): string[] {
	const said = `${String(message)} / ${String(description)}`;
	return [
		...(isHuman(said) ? [] : [`not for a person: ${said}`]),
		...(isMessage(one, part, failure, String(message))
			? []
			: [`the message is ${String(message)}`]),
		...(isAdvised(one, failure, String(description))
			? []
			: [`the advice is ${String(description)}`]),
		...claimsWrong(failure, String(description)).map((wrong) => `${wrong}: ${said}`),
	];
}

const isHuman = (said: string) =>
	/^\w/.test(said) && / \/ \w/.test(said) && !/undefined|null|\[object|<html|Axios|\{"/.test(said);

/** Reading the definition of a form is no operation that a person has chosen. */
const OF_FORM = 'The fields of the form cannot be read: ';

function isMessage(
	{ fault }: Case,
	{ request, isLook }: Part,
	{ fate }: Failed,
	said: string,
): boolean {
	if (fate === 'kept') return said === 'Not removed because an earlier request failed';
	if (fate === 'refused later') return /^(Bad Request: .|Not Found: .)/.test(said);
	const isForm = isLook && request.path.endsWith('/fields');
	const isPrefixed = isForm && (fault.isRefusal || /^40[13]/.test(fault.name));
	const message = isPrefixed ? OF_FORM + fault.message : fault.message;
	const [start, isNamed] = message.split('…');
	if (isNamed === undefined || isNameless(request.path)) return said === start?.replace(/: $/, '');
	return said.startsWith(start!) && /^\w+ \S/.test(said.slice(start!.length));
}

/** Lists and directories as a whole have no name of their own. */
const isNameless = (path: string) => /^\/api\/(admin\/\w+(\/import)?|apps\/forms)$/.test(path);

function isAdvised({ fault }: Case, { fate }: Failed, said: string): boolean {
	if (fate === 'failed') return fault.advice.test(said);
	if (fate === 'unsent') return said.startsWith('It was not sent.') && fault.advice.test(said);
	return said !== '';
}

const OPEN = /Unknown: [^.]* may have been (saved|deleted)\./;

function claimsWrong(failed: Failed, said: string): string[] {
	const { isOpen, isNotDone, done, unsent, isUncounted } = failed;
	if (isUncounted && !/Failed: |Not sent: /.test(said)) return [];
	const [, before = ''] = /(?:Saved|Deleted|Returned): ([^.]*)\./.exec(said) ?? [];
	const [, left = ''] = /Not sent: ([^.]*)\./.exec(said) ?? [];
	const isDenied = /Failed: /.test(said);
	return [
		...(OPEN.test(said) === isOpen ? [] : ['what is in doubt']),
		...(isNotDone === undefined || isDenied === isNotDone ? [] : ['what failed']),
		...(isDenied && isOpen && !isNotDone ? ['denied and in doubt'] : []),
		...(countIn(before) === done ? [] : ['what is saved before']),
		...(countIn(left) === unsent ? [] : ['what was not sent']),
	];
}

/** How many subjects words such as `Items 0 to 2 and 5 and the removal of A` name. */
function countIn(words: string): number {
	if (words === '') return 0;
	const [items = '', codes] = words.split(/(?:^| and )the removal of /i);
	const removals = codes === undefined ? 0 : sum(codes.split(/, | and /).map(moreOrOne));
	const [, between] = /^(\d+) items between/.exec(items) ?? [];
	const ranges = between === undefined ? items.replace(/^items? /, '').split(/, | and /) : [];
	return removals + Number(between ?? 0) + sum(ranges.filter(Boolean).map(lengthOf));
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
const moreOrOne = (code: string) => (/^\d+ more$/.test(code) ? parseInt(code, 10) : 1);

function lengthOf(range: string): number {
	const [first, last = first] = range.split(' to ');
	return Number(last) - Number(first) + 1;
}
