import type { Id } from '../id';
import type { Walk } from '../listing/walk';
import type { Beginning } from './beginning';
import type { ChangeState, Scan } from './changes/changes';
import { unpackRuns } from './deletions/id-codec';
import type { DeletionState, Sweep } from './deletions/types';
import type { FieldHistoryState } from './field-history';
import type { FormReadingState } from './form-reading';
import type { GoneUser, KnownNotice, NoticeState, ReadUser } from './notices';
import type { CatchingUp } from './record-state';
import { isTextTime } from './text-time';
import {
	aCount,
	aFlag,
	aNumber,
	anId,
	aText,
	either,
	listOf,
	objectWith,
	oneOf,
	valuesByKey,
	type Shape,
} from './shape';

/*
 * The shapes of the states of triggers. From 1.0.0 on, parts that come later may be missing.
 * test/core/trigger/saved-states.test.ts keeps samples of them.
 */

const nothing = oneOf(null);
const aTime: Shape<string> = (value) => value === '' || isTextTime(value);
const aSortValue: Shape<Id> = (value) => aTime(value) || anId(value);
const head = { version: oneOf(1), scope: aText };

const walk = objectWith<Walk>(
	{
		order: oneOf('updatedAt', 'createdAt', 'recordId'),
		size: aCount,
		wantedSize: aCount,
		at: aNumber,
		back: aNumber,
		stalls: aNumber,
		edge: either(aSortValue, nothing),
		last: either(aSortValue, nothing),
	},
	{ assumesDenseIds: oneOf(true) },
);

const scan = objectWith<Scan>(
	{
		isBaseline: aFlag,
		windowStart: aTime,
		newestAtStart: either(aTime, nothing),
		settledBefore: aTime,
		walk,
		largestPage: aNumber,
		requests: aNumber,
	},
	{ isStart: oneOf(true), startedAt: aNumber, possibleUntil: aTime, crowd: aTime },
);

const reading = objectWith<FormReadingState>({ walk, largestPage: aNumber, records: aNumber }, {});

const changes = {
	must: {
		...head,
		newest: aTime,
		windowStart: aTime,
		seen: valuesByKey(valuesByKey(aText, anId), aTime),
	},
	may: {
		newestReadAt: aNumber,
		possibleUntil: aTime,
		unproven: aTime,
		scan,
		existing: reading,
		unsteady: listOf(aText),
	},
};
const catchingUp = { catchUpLeft: aNumber };

export const changeShape = objectWith<CatchingUp<ChangeState>>(changes.must, {
	...changes.may,
	...catchingUp,
});

const lastValues = valuesByKey(aText, anId);

export const fieldHistoryShape = objectWith<CatchingUp<FieldHistoryState>>(
	{ ...head, changes: objectWith<ChangeState>(changes.must, changes.may), ledger: lastValues },
	{
		beginning: objectWith<Beginning>({ since: aTime, records: listOf(anId) }, {}),
		first: reading,
		emitsSince: aTime,
		again: reading,
		counted: objectWith({ records: aNumber, newest: aTime }, {}),
		unlisted: lastValues,
		...catchingUp,
	},
);

const ids: Shape<string> = (value) => {
	try {
		return typeof value === 'string' && Array.isArray(unpackRuns(value));
	} catch {
		return false;
	}
};

export const deletionShape = objectWith<DeletionState>(
	{ ...head, listed: ids, largestPage: aNumber, sincePatrol: aNumber },
	{
		dead: ids,
		hidden: ids,
		pending: ids,
		unread: listOf(anId),
		emitted: ids,
		emittedAgain: valuesByKey(aNumber, anId),
		isWeighed: aFlag,
		leave: oneOf(true),
		isStalled: aFlag,
		hiddenAt: anId,
		sweep: objectWith<Sweep>(
			{
				kind: oneOf('baseline', 'urgent', 'patrol'),
				walk,
				largestPage: aNumber,
				requests: aNumber,
			},
			{},
		),
	},
);

const notice = objectWith<KnownNotice>(
	{
		appsId: aText,
		appsName: aText,
		id: aText,
		label: aText,
		url: aText,
		count: aNumber,
		changes: aNumber,
	},
	{},
);
const known = listOf(notice);
const user = either(
	objectWith<ReadUser>({ code: aText, known }, {}),
	objectWith<GoneUser>({ code: aText, isGone: oneOf(true) }, { known }),
);

export const noticeShape = objectWith<NoticeState>(
	{ ...head, users: listOf(user) },
	{ next: aText },
);
