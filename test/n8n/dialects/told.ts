import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import { clientOf } from '../../sandbox/client';
import { inAHurry } from '../../support/hurry';
import { nothingElse } from '../../support/noticing';
import { watching } from '../../support/watching';
import { answersTo } from './answers';
import { withoutHugeIds } from './huge-ids';
import { existing, happen, wordsOf } from './happening';
import { keys } from './keys';
import { dialectOf, optionsOf, type Setting } from './settings';
import type { Story, Watched } from './stories';

/** What a trigger emitted in a story, and what happened in it, round by round. */
export interface Told {
	readonly told: string[][];
	readonly happened: string[][];
	readonly eventIds: unknown[];
	/** Failures of polls, in their words. */
	readonly failures: string[];
	/** All that the service has answered. */
	readonly answers: string[];
}

const FORM = 1;
/** After a round, until all that has happened can be seen. */
const QUIET_SECONDS = [150, 150];
/** More than any poll sends, and at times used up by others. */
const LIMIT = 12;
const OVERSLEEPING = 20;

/** Polls a trigger through a story under some settings. */
export async function toldOf(
	watched: Watched,
	story: Story,
	settings: readonly Setting[],
): Promise<Told> {
	const { limits, ...options } = optionsOf(settings);
	const { identifiers = 'hyphens' } = options;
	const isLimited = limits?.per100Seconds !== undefined;
	const all: Told = { told: [], happened: [], eventIds: [], failures: [], answers: [] };
	const circumstances = {
		...options,
		limits: isLimited ? { per100Seconds: LIMIT } : limits,
		given: withIdentifiers(watched.given, identifiers),
		dialect: dialectOf(settings),
		keys,
		mount: answersTo(all.answers),
	};
	await inAHurry(async ({ skip }) => {
		await watching(circumstances, async (life) => {
			const { service } = life;
			const { url } = service;
			const http = clientOf(url, 'sandbox-key', options.headerName);
			const credentials = { ...life.credentials };
			for (const { credential } of settings)
				Object.assign(credentials, credential?.({ url, form: FORM }));
			const pass = (seconds: number) => {
				life.pass(seconds);
				skip(seconds * 1000);
			};
			const poll = async (): Promise<string[]> => {
				const items = await life.poll({ credentials }).catch((error: Error) => {
					all.failures.push(error.message);
					return null;
				});
				all.eventIds.push(...(items ?? []).map(({ eventId }) => eventId));
				return (items ?? []).map((item) => withoutHugeIds(wordsOf(item)));
			};
			nothingElse(service);
			const begun = { happened: existing(service, watched), told: await poll() };
			for (const [round, { steps, stepBack }] of story.entries()) {
				const told = round === 0 ? begun.told : [];
				const happened = round === 0 ? begun.happened : [];
				const { dialect } = service;
				service.dialect = { ...dialect, clockOffsetSeconds: dialect.clockOffsetSeconds - stepBack };
				for (const { changes, seconds, isCrowded } of steps) {
					pass(seconds[0]);
					for (const change of changes)
						happened.push(...happen(service, change, watched, identifiers));
					pass(seconds[1]);
					if (isLimited && isCrowded)
						for (let sent = 0; sent < LIMIT; sent++) await http.get('/api/apps/forms/1');
					told.push(...(await poll()));
				}
				for (const seconds of QUIET_SECONDS) {
					pass(seconds);
					told.push(...(await poll()));
				}
				all.told.push(told.sort());
				all.happened.push(happened.sort());
			}
		});
	}, OVERSLEEPING);
	return all;
}
