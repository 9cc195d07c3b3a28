import type { Subject } from '../../../nodes/RecordsDirectory/core/text';
import { attemptsOf, type Case } from './cases';
import type { Site } from './site';
import type { Part, Undisturbed } from './undisturbed';

type ItemOutcome = 'failed' | 'unknown' | 'not sent';

/** What a subject comes to that does not succeed. */
export interface Failed {
	/** The fault, the service's own answer to another request, or none: it was not sent. */
	readonly cause: 'fault' | 'service' | 'none';
	/** The outcomes that its item may give; any if absent. */
	readonly outcomes?: readonly ItemOutcome[];
}

export interface Expected {
	readonly sent: number;
	/** Further requests may look up what was saved. */
	readonly isLookedUp: boolean;
	readonly held: readonly string[];
	/** The subjects that do not succeed; the node reports the first of them if it stops. */
	readonly failed: ReadonlyMap<Subject, Failed>;
}

/** The outcome of one request. */
interface Met {
	readonly sent: number;
	readonly failure?: Failed;
	readonly isLookedUp?: boolean;
}

/**
 * The expected result of a run, by the rules: the requests of the undisturbed run are sent by hand, once each,
 * as far as they are to be sent and to take effect.
 */
export async function expectedOf(site: Site, run: Undisturbed, one: Case): Promise<Expected> {
	site.restore();
	const writes = run.parts.some(({ request }) => request.method !== 'GET');
	const failed = new Map<Subject, Failed>();
	const { isFinal: is, spares } = one.fault;
	const isFinal = is && !spares?.test(run.parts[one.position]!.request.path);
	let sent = 0;
	let isLookedUp = false;
	for (const [n, part] of run.parts.entries()) {
		if (part.subjects.every((subject) => failed.has(subject))) continue;
		// After some failures every request would fail, and nothing is removed after any.
		const isStopped = failed.size > 0 && (isFinal || isRemoval(part));
		const met: Met = isStopped
			? { sent: 0, failure: { cause: 'none', outcomes: ['not sent'] } }
			: n === one.position
				? await meet(site, run, part, one)
				: await send(site, part);
		sent += met.sent;
		isLookedUp ||= met.isLookedUp === true;
		if (!met.failure) continue;
		const { cause, outcomes } = met.failure;
		// What is read for all stops everything.
		const ofRead = { cause, outcomes: writes ? (['not sent'] as const) : undefined };
		for (const subject of part.subjects)
			failed.set(subject, part.isLook ? ofRead : { cause, outcomes });
		if (!isStopped && (one.mode !== 'continue' || part.isLook)) break;
	}
	return { sent, isLookedUp, held: site.held(), failed };
}

/** Entries that a sync removes have codes and no items. */
const isRemoval = ({ subjects }: Part) => subjects.some((subject) => typeof subject === 'string');

async function send(site: Site, { request }: Part): Promise<Met> {
	const status = await site.sendAgain(request);
	return { sent: 1, ...(status >= 300 && { failure: { cause: 'service', outcomes: ['failed'] } }) };
}

/** Sends the request that meets the fault as often as the node does. */
async function meet(site: Site, run: Undisturbed, part: Part, one: Case): Promise<Met> {
	const { request, subjects } = part;
	const { fault, mode, method } = one;
	const isRead = method === 'GET';
	if (fault.takesEffect && !isRead) await site.sendAgain(request);
	const isImport = request.path.endsWith('/import');
	// The document does not say whether a rejected import keeps some of its entries.
	const isPartial = fault.isRefusal && isImport && subjects.length > 1;
	const isOpen = !isRead && (fault.write === 'open' || isPartial === true);
	if (mode === 'passing') {
		const status = await site.sendAgain(request);
		// What is gone may have been deleted by the first attempt.
		const isDone = status < 300 || (method === 'DELETE' && status === 404 && isOpen);
		const outcomes = [isOpen ? 'unknown' : 'failed'] as const;
		return { sent: 2, ...(!isDone && { failure: { cause: 'service', outcomes } }) };
	}
	// A page that is cut off is read again in smaller ones; one that does not come at all, in the smallest.
	const readsList = ['delete', 'getAll', 'lookUp', 'upsert'].includes(
		String(run.parameters.operation),
	);
	const isWhole =
		isRead && /\/(users|organizations|positions|forms|fields|comments)$/.test(request.path);
	const isList = isWhole || (readsList && request.path.endsWith('/records'));
	const isCut = isList && /cut off/.test(fault.name);
	const isSilent = isList && fault.name.startsWith('no answer');
	const isShrunk = isCut || isSilent;
	// Of the 40 records the smallest page has half.
	const pages = isSilent && request.path.endsWith('/records') ? 2 : 1;
	if (isShrunk && mode === 'continue') return { sent: attemptsOf(one) + pages };
	const sent = attemptsOf(one) * (isCut ? 4 : isSilent ? 2 : 1);
	const isDone = !isRead && fault.write === 'done';
	// What a sync removes may be gone before.
	if (isDone || (method === 'DELETE' && isRemoval(part) && fault.name === '404')) return { sent };
	// Entries of the directory are looked up by their codes.
	const isLookedUp = isOpen && method === 'POST' && request.path.startsWith('/api/admin/');
	if (isLookedUp && mode === 'continue') {
		// What a rejected import has not kept goes again.
		const isAgain = isPartial === true && fault.name.startsWith('400');
		if (isAgain) await site.sendAgain(request);
		if (isAgain || (fault.takesEffect && isImport && isReadable(run, part)))
			return { sent, isLookedUp };
		const outcomes: ItemOutcome[] = fault.takesEffect ? ['unknown'] : ['unknown', 'failed'];
		return { sent, isLookedUp, failure: { cause: 'fault', outcomes } };
	}
	return {
		sent,
		isLookedUp,
		failure: { cause: 'fault', outcomes: [isOpen ? 'unknown' : 'failed'] },
	};
}

const WRITE_ONLY = ['loginPass', 'isRetired'];

/** Whether a lookup shows that all entries of an import are saved: those that are new, or have values that can be read. */
function isReadable({ output }: Undisturbed, { request }: Part): boolean {
	const isNew = (code: unknown) =>
		output.some(({ json }) => json.action === 'created' && json.code === code);
	const [rows = []] = Object.values(request.body as object) as object[][];
	return rows.every(
		(row) => !WRITE_ONLY.some((name) => name in row) || isNew((row as { code: unknown }).code),
	);
}
