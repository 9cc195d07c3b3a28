import type { Subject } from '../../../nodes/RecordsDirectory/core/request/subject';
import { attemptsOf, succeeds, type Case } from './cases';
import { canBeLookedUp, fatesOf, readsOf, type Fate } from './looks';
import type { Site } from './site';
import type { Part, Undisturbed } from './undisturbed';

/** What a failure has to say about the writes of a run. */
export interface Claims {
	/** Whether it must say that their outcome is unknown. */
	readonly isOpen: boolean;
	/** Whether it must say that they failed; undefined if it need not. */
	readonly isNotDone?: boolean;
	/** How many succeeded before. */
	readonly done: number;
	/** How many were not sent. */
	readonly unsent: number;
	/** Whether the words may leave out the counts. */
	readonly isUncounted?: boolean;
}

export interface Failed extends Claims {
	readonly fate: 'failed' | 'refused later' | 'unsent' | 'kept';
	/** The outcome that its item gives; undefined for a read that was not reached. */
	readonly outcome: 'failed' | 'unknown' | 'not sent' | undefined;
}

export interface Expected {
	readonly sent: number;
	readonly held: readonly string[];
	/** The subjects that did not succeed; the node reports the first of them if it stops. */
	readonly failed: ReadonlyMap<Subject, Failed>;
}

interface Met {
	readonly sent: number;
	readonly failure?: 'fault' | 'service';
	/** A write that the fault leaves in doubt. */
	readonly isOpen?: boolean;
	/** What a look has shown of each subject, where one was possible. */
	readonly fates?: readonly Fate[];
}

/**
 * The expected result of a run, by the rules: the requests of the undisturbed run are sent by hand, once each,
 * as far as they are to be sent and to take effect.
 */
export async function expectedOf(site: Site, run: Undisturbed, one: Case): Promise<Expected> {
	site.restore();
	const failed = new Map<Subject, Failed>();
	const writes = run.parts.some(({ request }) => request.method !== 'GET');
	let sent = 0;
	for (const [n, part] of run.parts.entries()) {
		if (part.subjects.every((subject) => failed.has(subject))) continue;
		const stopped = standsStill(part, one, failed);
		if (stopped) {
			for (const subject of part.subjects)
				failed.set(subject, { ...NOTHING, fate: stopped, outcome: 'not sent' });
			continue;
		}
		const met = await (isHit(one, n) ? meet(site, run, part, one) : send(site, part));
		sent += met.sent;
		if (!met.failure) continue;
		const failure = {
			...(writes && !part.isLook ? claimsOf(run, n, met, one, failed) : NOTHING),
			...(!writes && stops(one) && claimsOfRead(run, n, failed)),
			fate: met.failure === 'fault' ? 'failed' : 'refused later',
		} as const;
		for (const [at, subject] of part.subjects.entries()) {
			// Of several items that need a read, only the first has met the fault.
			const claims = !writes && at > 0 ? { ...NOTHING, isNotDone: undefined } : {};
			if (met.fates?.[at] !== 'saved')
				failed.set(subject, { ...failure, ...claims, outcome: outcomeOf(part, met, at, writes) });
		}
		if (one.mode !== 'continue' || part.isLook) break;
	}
	return { sent, held: site.held(), failed };
}

/** A failed read stops everything that it is for. */
function outcomeOf({ isLook }: Part, met: Met, at: number, writes: boolean): Failed['outcome'] {
	if (isLook) return writes ? 'not sent' : undefined;
	return met.isOpen && met.fates?.[at] !== 'absent' ? 'unknown' : 'failed';
}

const NOTHING: Claims = { isOpen: false, done: 0, unsent: 0 };

/** A site with a wrong certificate has it at every request. */
const isHit = ({ fault, position }: Case, n: number) =>
	n === position || (fault.way === 'untrusted' && n > position);

/** Why a request is not sent although nothing is wrong with it. */
function standsStill(
	{ subjects }: Part,
	{ fault }: Case,
	failed: ReadonlyMap<Subject, Failed>,
): 'unsent' | 'kept' | undefined {
	if (failed.size === 0) return undefined;
	if (fault.isFinal) return 'unsent';
	// Entries are not removed if anything failed before.
	return subjects.some((subject) => typeof subject === 'string') ? 'kept' : undefined;
}

async function send(site: Site, { request }: Part): Promise<Met> {
	const status = await site.sendAgain(request);
	return { sent: 1, ...(status < 300 ? {} : { failure: 'service' as const }) };
}

/** The outcome of a request that meets the fault. */
async function meet(site: Site, run: Undisturbed, part: Part, one: Case): Promise<Met> {
	const { request, subjects } = part;
	const { fault, mode, method } = one;
	const isRead = method === 'GET';
	if (fault.takesEffect && !isRead) await site.sendAgain(request);
	const isOpen = !isRead && fault.write === 'open';
	if (mode === 'passing') {
		const status = await site.sendAgain(request);
		// A row that is gone may have been deleted by the last attempt.
		const isGone = method === 'DELETE' && status === 404 && isOpen;
		return status < 300 || isGone ? { sent: 2 } : { sent: 2, failure: 'service', isOpen };
	}
	// What a sync removes may be gone before.
	const isRemoval = method === 'DELETE' && subjects.some((subject) => typeof subject === 'string');
	const failure = succeeds(one) || (isRemoval && fault.name === '404') ? undefined : 'fault';
	// The document does not say whether a rejected import keeps some of its entries.
	const isPartial = fault.isRefusal && request.path.endsWith('/import') && subjects.length > 1;
	const met = { sent: attemptsOf(one), failure, isOpen: isOpen || isPartial } as const;
	return met.isOpen && !fault.isFinal && canBeLookedUp(part)
		? await look(site, run, part, one, met)
		: met;
}

/** An unknown outcome is looked up; the look-up also meets the fault while it lasts. */
async function look(site: Site, run: Undisturbed, part: Part, one: Case, met: Met): Promise<Met> {
	const { fault, mode } = one;
	if (mode === 'stop') return { ...met, sent: met.sent + fault.attempts[0] };
	const fates = await fatesOf(site, run, part, fault);
	const sent = met.sent + (await readsOf(site, part));
	if (fates.every((fate) => fate === 'saved')) return { sent };
	return { ...met, sent, fates, isOpen: fates.includes('unknown') };
}

/** Whether a run that continues sends nothing more. */
const stops = ({ fault, mode }: Case) => mode === 'continue' && fault.isFinal;

/** Reads that continue return what they have read, so the item that stops them counts the others. */
function claimsOfRead(
	{ parts }: Undisturbed,
	n: number,
	failed: ReadonlyMap<Subject, Failed>,
): Claims {
	const of = (some: readonly Part[]) => new Set(some.flatMap(({ subjects }) => subjects));
	const here = of(parts.slice(n, n + 1));
	const before = of(parts.slice(0, n).filter(({ isLook }) => !isLook));
	const done = [...before].filter((one) => !here.has(one) && !failed.has(one)).length;
	const total = of(parts).size;
	const isNotDone = total === 1 ? undefined : true;
	// A form may be read for all items before the first of them, or with the first.
	const isUncounted = parts[n]?.isLook === true;
	return { isOpen: false, isNotDone, done, unsent: total - done - failed.size - 1, isUncounted };
}

function claimsOf(
	{ parts }: Undisturbed,
	n: number,
	met: Met,
	{ fault, mode }: Case,
	failed: ReadonlyMap<Subject, Failed>,
): Claims {
	const of = (some: readonly Part[]) => new Set(some.flatMap(({ subjects }) => subjects));
	const here = of(parts.slice(n, n + 1));
	const later = [...of(parts.slice(n + 1))].filter((one) => !here.has(one) && !failed.has(one));
	const before = of(parts.slice(0, n).filter(({ isLook }) => !isLook));
	const done = [...before].filter((one) => !here.has(one) && !failed.has(one)).length;
	const isOpen = met.isOpen === true;
	// If the only thing to do was not done, nothing more needs to be said.
	const isAlone = done + here.size + later.length === 1;
	const isAbsent = met.fates?.includes('absent') === true;
	const isNotDone = isAbsent ? true : isOpen ? false : isAlone ? undefined : true;
	const saved = met.fates?.filter((fate) => fate === 'saved').length ?? 0;
	// If it continues, the others have their own outputs.
	const goesOn = mode === 'continue' && !fault.isFinal;
	return {
		isOpen,
		isNotDone,
		done: saved + (goesOn ? 0 : done),
		unsent: goesOn ? 0 : later.length,
	};
}
