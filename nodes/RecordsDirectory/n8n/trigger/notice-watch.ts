import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { fingerprint } from '../../core/fingerprint';
import { WINDOW_MS } from '../../core/limits';
import type { Values } from '../../core/values/validate';
import { spanInWords } from '../../core/duration';
import { startNotices, type UserReply } from '../../core/trigger/notice-round';
import type { NoticeKind, NoticeState } from '../../core/trigger/notices';
import { Failure } from '../../core/request/failure';
import { longWorkOf } from '../../core/request/rate-window';
import { rowsOf } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import { InputError } from '../../core/values/input-error';
import type { Client } from '../transport/client';
import { drive } from './poll-loop';
import { noticeShape } from '../../core/trigger/state-shapes';
import type { Occasion, Watch } from './watch';

const { notice } = resources;
const read = notice.operations.get;

/** Watches the notice counts of one or several people: a request for each, in as many polls as the limit needs. */
export function noticeWatch(client: Client, event: NoticeKind, values: Values): Watch<NoticeState> {
	const more = (values.moreCodes ?? []) as readonly string[];
	const codes = [...new Set([String(values.code), ...more])];
	const scope = fingerprint([client.site, event]);
	const rowsOfPerson = async (code: string) =>
		rowsOf(
			{ resource: notice, operation: read },
			{ code },
			await client.send(requestOf(read, { code })),
		);

	return {
		scope,
		shape: noticeShape,
		async sample() {
			const items: IDataObject[] = [];
			for (const code of codes) {
				for (const row of await rowsOfPerson(code)) {
					const count = row.count as number;
					const now = { event, eventId: 'sample', previousCount: count, difference: 0 };
					items.push({ ...(row as IDataObject), ...now });
				}
			}
			return items;
		},
		async changes(saved, occasion) {
			mustMakeSense(codes.length, client.limit, occasion);
			const isChosen = occasion.isChosen && occasion.isPublishing;
			const poll = startNotices(saved, { event, scope, codes });
			let users = 0;
			const answer = async (code: string): Promise<UserReply> => {
				try {
					const rows = await rowsOfPerson(code);
					users++;
					return { rows };
				} catch (error) {
					// Whoever has just chosen the users hears of a mistake; later a user may have left.
					const isMissing = error instanceof Failure && error.status === 404 && !isChosen;
					return isMissing ? { missing: error } : Promise.reject(error as Error);
				}
			};
			const { rest, rows } = await drive(poll, answer, occasion);
			const { events, state, left, back } = poll.end();
			const warnings = [...left.map(hasLeft), ...back.map(isBack)];
			const window = `${users} of ${codes.length} users`;
			const trace = { window, rows, fresh: events.length, rest };
			const items = events.map((found) => ({ ...found }) as IDataObject);
			return { items, state, trace, warnings };
		},
	};
}

/** A count that is older has its use no more. */
const LONGEST_ROUND_MS = 3_600_000;

/** Throws an `InputError` for users of whom one round takes too long; where nobody reads it, it is a warning. */
function mustMakeSense(users: number, limit: number, { isPublishing, warn }: Occasion): void {
	const most = Math.floor((longWorkOf(limit) * LONGEST_ROUND_MS) / WINDOW_MS);
	if (users <= most) return;
	const round = spanInWords(Math.ceil(users / longWorkOf(limit)) * WINDOW_MS);
	const number = users.toLocaleString('en');
	const message = `The notices of ${number} users take ${round} to read once, at ${limit} requests per 100 seconds`;
	const advice = `Choose ${most.toLocaleString('en')} users at most, so that one round takes an hour, or raise the requests per 100 seconds in the credential if the site allows more.`;
	if (isPublishing) throw new InputError(message, advice);
	warn(`${message}. ${advice}`);
}

const hasLeft = (code: string) =>
	`The service does not know user ${code} any more. The user is skipped until the service knows the code again.`;
const isBack = (code: string) =>
	`The service knows user ${code} again. Counts that have changed since it was last read start the workflow.`;
