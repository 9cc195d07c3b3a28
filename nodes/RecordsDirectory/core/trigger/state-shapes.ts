import { unpackRuns } from './deletions/id-codec';
import { isTextTime } from './text-time';
import {
	aCount,
	aFlag,
	aNumber,
	anId,
	aText,
	anything,
	either,
	listOf,
	object,
	oneOf,
	tableOf,
	type Shape,
} from './shape';

/*
 * What the states of the triggers look like, in all versions that were ever saved: parts that came later may be missing.
 * test/core/trigger/saved-states.test.ts keeps samples of them.
 */

const nothing = oneOf(null);
const aTime: Shape = (value) => value === '' || isTextTime(value);
const head = { version: oneOf(1), scope: aText };

const walk = object(
	{
		order: oneOf('updatedAt', 'createdAt', 'recordId'),
		size: aCount,
		wantedSize: aCount,
		at: aNumber,
		back: aNumber,
		stalls: aNumber,
		edge: either(aTime, anId, nothing),
		last: either(aTime, anId, nothing),
	},
	{ isHopeful: oneOf(true) },
);

const tally = object(
	{ found: aNumber, sure: either(aNumber, nothing) },
	{
		probe: aNumber,
		count: either(aNumber, nothing),
		pages: object({ next: aNumber, read: listOf(anId) }),
	},
);

const scan = object(
	{
		by: oneOf('updatedAt', 'createdAt'),
		isBaseline: aFlag,
		bound: aTime,
		top: either(aTime, nothing),
		calm: aTime,
		walk,
		largestPage: aNumber,
		requests: aNumber,
	},
	{ startedAt: aNumber, newestReadAt: aNumber, timeEdge: aTime, tally, unproven: aTime },
);

const differences: Shape = (value) => aNumber(value) || tableOf(differences)(value);
const unsteady = object({ samples: tableOf(tableOf(anything, anId), aTime) }, { differences });

/** Of `ChangeState`. */
export const changeShape = object(
	{ ...head, newest: aTime, bound: aTime, seen: tableOf(tableOf(aText, anId), aTime) },
	{
		newestReadAt: aNumber,
		unproven: aTime,
		scan,
		unsteady,
		catchUpLeft: aNumber,
		dropsOlder: aFlag,
	},
);

const held = tableOf(aText, anId);
const reading = object({ walk, largestPage: aNumber }, { records: aNumber });

/** Of `FieldHistoryState`. */
export const fieldHistoryShape = object(
	{ ...head, changes: changeShape, ledger: held },
	{
		beginning: object({ since: aTime, records: listOf(anId) }),
		first: reading,
		again: reading,
		counted: object({ records: aNumber, newest: aTime }),
		unlisted: held,
		catchUpLeft: aNumber,
		dropsOlder: aFlag,
	},
);

const ids: Shape = (value) => {
	try {
		return typeof value === 'string' && Array.isArray(unpackRuns(value));
	} catch {
		return false;
	}
};

/** Of `DeletionState`. */
export const deletionShape = object(
	{ ...head, listed: ids, largestPage: aNumber, sincePatrol: aNumber },
	{
		dead: ids,
		hidden: ids,
		pending: ids,
		told: ids,
		toldAgain: tableOf(aNumber, anId),
		isWeighed: aFlag,
		leave: oneOf(true),
		isStalled: aFlag,
		hiddenAt: aNumber,
		sweep: object({
			kind: oneOf('baseline', 'urgent', 'patrol'),
			walk,
			largestPage: aNumber,
			requests: aNumber,
		}),
	},
);

const notice = object({
	appsId: aText,
	appsName: aText,
	id: aText,
	label: aText,
	url: aText,
	count: aNumber,
	changes: aNumber,
});

/** Of `NoticeState`. */
export const noticeShape = object(
	{
		...head,
		people: listOf(
			either(
				object({ code: aText, known: listOf(notice) }, { isGone: oneOf(true) }),
				object({ code: aText, isGone: oneOf(true) }),
			),
		),
	},
	{ next: aText },
);
