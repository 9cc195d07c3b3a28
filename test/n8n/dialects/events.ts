import type { IDataObject } from 'n8n-workflow';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import { clientOf } from '../../sandbox/client';
import { inAHurry } from '../../support/hurry';
import { nothingElse } from '../../support/noticing';
import { watching } from '../../support/watching';
import { isUnder, silences } from './differences';
import { dialectOf, keys, optionsOf, type Setting } from './settings';
import { FORM, happen, STORY, watched, wordsOf } from './stories';
import { withoutHugeIds } from './tried';

/** More than any poll sends; at times others use it up. */
const LIMIT = 12;
const OVERSLEEPING = 20;
let stories = 0;

/** Polls a trigger through the story under some settings, and returns what is wrong. `stepBack` is in seconds. */
export async function wrongAt(
	event: string,
	settings: readonly Setting[],
	stepBack = 0,
): Promise<string[]> {
	const { limits, ...options } = optionsOf(settings);
	const { identifiers = 'hyphens' } = options;
	const isLimited = limits?.per100Seconds !== undefined;
	const items: IDataObject[] = [];
	const failures: string[] = [];
	// The process keeps the pace of a site, whose port may be that of an earlier run, and the memory of a trigger.
	const name = `story-${stories++}`;
	const site = {
		basePath: `/${name}`,
		...options,
		limits: isLimited ? { per100Seconds: LIMIT } : limits,
		given: withIdentifiers(watched[event]!.given, identifiers),
		dialect: dialectOf(settings),
		keys,
	};
	const followed = async ({ skip }: { skip(ms: number): void }) =>
		await watching(site, async (life) => {
			const { service } = life;
			const http = clientOf(service.url, 'sandbox-key', options.headerName);
			const more = settings.map(({ credential }) => credential?.({ url: service.url, form: FORM }));
			const credentials = Object.assign({}, life.credentials, ...more) as typeof life.credentials;
			const pass = (seconds: number) => {
				life.pass(seconds);
				skip(seconds * 1000);
			};
			const poll = async () => {
				const polled = life.poll({ credentials, nodeId: name });
				const emitted = await polled.catch(({ message }: Error) => void failures.push(message));
				items.push(...(emitted ?? []));
			};
			nothingElse(service);
			for (const { meanwhile } of settings) meanwhile?.(service);
			// n8n repeats a first poll that does not end.
			for (let polls = 0; polls < 3 && Object.keys(life.state).length === 0; polls++) await poll();
			for (const { changes, seconds, isCrowded, mayStepBack } of STORY) {
				const { dialect } = service;
				const clockOffsetSeconds = dialect.clockOffsetSeconds - (mayStepBack ? stepBack : 0);
				service.dialect = { ...dialect, clockOffsetSeconds };
				pass(seconds[0]);
				for (const change of changes) happen(service, change, identifiers);
				pass(seconds[1]);
				if (isLimited && isCrowded)
					for (let sent = 0; sent < LIMIT; sent++) await http.get('/api/apps/forms/1');
				await poll();
			}
		});
	await inAHurry(followed, OVERSLEEPING);
	return wrongWith(event, settings, { items, failures });
}

/** Others have used up the limit; the next poll emits what this one could not. */
const PASSING = [
	'Request exhausted per 100 second',
	'Rate limit reached: the requests per 100 seconds are used up',
];

/** What is wrong with the items, and with the messages of failed polls, in sentences. */
function wrongWith(
	event: string,
	settings: readonly Setting[],
	{ items, failures }: { items: readonly IDataObject[]; failures: readonly string[] },
): string[] {
	const silent = silences.find(
		({ under, events }) => events.some((one) => event.startsWith(one)) && isUnder(under, settings),
	);
	const isLimited = settings.some(({ options }) => options?.limits?.per100Seconds);
	const expected = (silent ? [] : [...watched[event]!.emits]).sort().join(', ');
	const emitted = items
		.map((item) => withoutHugeIds(wordsOf(item)))
		.sort()
		.join(', ');
	const eventIds = new Set(items.map(({ eventId }) => eventId));
	const known = silent?.fails ?? (isLimited ? PASSING : []);
	const unexpected = failures.filter((one) => !known.some((start) => one.startsWith(start)));
	const isSilentWithoutReason = silent !== undefined && known.length > 0 && failures.length === 0;
	return [
		...(expected === emitted ? [] : [`${event}: ${expected}\n  it emitted: ${emitted}`]),
		...(eventIds.size === items.length ? [] : [`${event}: an eventId came twice`]),
		...[...new Set(unexpected)].map((one) => `${event}: a poll failed: ${one}`),
		...(isSilentWithoutReason ? [`${event}: no poll failed`] : []),
	];
}
