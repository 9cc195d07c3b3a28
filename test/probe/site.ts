import { startService, type Service } from '../../sandbox/service/service';
import { offsetAt, timestamp } from '../../sandbox/service/clock';
import { findingsOf, type Finding } from '../../scripts/probe/findings';
import { sentOf } from '../../scripts/probe/requests';
import { probeSite } from '../../scripts/probe/probe-site';
import { senderTo } from '../../scripts/probe/connection';
import { spaced } from '../../scripts/probe/pace';
import { dialectOf, keys, optionsOf, type Setting } from '../n8n/dialects/settings';
import { scratchedSite, type ScratchKind } from './scratch-site';
import type { Truth } from './truth';

/** What happens around a run. */
export interface Circumstances {
	/** What the service holds before, and what will go wrong there. */
	readonly prepare?: ReadonlyArray<(service: Service) => void>;
	/** Called before each request. */
	readonly meanwhile?: (service: Service, sent: number) => void;
	/** The form that the probe may write to, if any. */
	readonly scratchForm?: ScratchKind;
}

export interface Run {
	readonly findings: readonly Finding[];
	readonly requests: number;
	readonly truth: Truth;
}

const WINDOW_MS = 101_000;

/** Probes a service with these settings. What the probe is given is what its user would have: address and keys. */
export async function probedSite(
	settings: readonly Setting[],
	{ prepare = [], meanwhile, scratchForm: kind }: Circumstances = {},
): Promise<Run> {
	let skippedMs = 0;
	const service = await startService({
		...optionsOf(settings),
		dialect: dialectOf(settings),
		keys,
		now: () => new Date(Date.now() + skippedMs),
	});
	try {
		for (const change of prepare) change(service);
		for (const setting of settings) setting.meanwhile?.(service);
		const credential = credentialOf(settings, service.url);
		const pass = (ms: number) => void (skippedMs += ms);
		const sendNow = senderTo(credential);
		const send = spaced((ms) => Promise.resolve(pass(ms)))(async (request) => {
			const reply = await sendNow(request);
			// The probe's clock goes with that of the service.
			const { sentMs = 0, receivedMs = 0 } = reply ?? {};
			return reply && { ...reply, sentMs: sentMs + skippedMs, receivedMs: receivedMs + skippedMs };
		});
		let sent = 0;
		const given = { hasDirectoryKey: credential.directoryApiKey !== undefined };
		const answers = await probeSite(given, async (request) => {
			meanwhile?.(service, sent++);
			const reply = await send(request);
			if (reply?.status === 402 || reply?.status === 429) pass(WINDOW_MS);
			return reply;
		});
		expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
		const passed = () => skippedMs;
		const began = service.store.clock.now();
		const scratch = kind && (await scratchedSite(service, { kind, send, pass, passed }));
		const ended = service.store.clock.now();
		const truth = {
			dialect: service.dialect,
			identifiers: optionsOf(settings).identifiers ?? 'hyphens',
			hasDirectoryKey: given.hasDirectoryKey,
			scratchForm: kind,
			offsets: [began, ended].map((moment) => offsetAt(moment, service.dialect)),
			isFormKey: credential.apiKey.startsWith('key-of-form'),
		};
		return {
			findings: findingsOf({ ...answers, ...(scratch && { scratch }) }),
			requests: sentOf(answers),
			truth,
		};
	} finally {
		await service.close();
	}
}

function credentialOf(settings: readonly Setting[], url: string) {
	const given = settings.map(({ credential }) => credential?.({ url, form: 1 }) ?? {});
	const all: Record<string, unknown> = Object.assign({}, ...given);
	const text = (name: string) => (all[name] === undefined ? undefined : String(all[name]));
	return {
		baseUrl: text('baseUrl') ?? url,
		apiKey: text('apiKey') ?? 'sandbox-key',
		directoryApiKey: text('directoryApiKey') || undefined,
		header: text('apiKeyHeader'),
	};
}

/** A site on which nearly everything shows: many records, some edited, one deleted, and users without notices. */
export function rich({ store }: Service): void {
	const [first] = store.forms.get(4)!.fields;
	const began = Date.UTC(2026, 1, 1);
	const rows = Array.from({ length: 1_000 }, (_, n) => ({
		values: { [first!.uniqueId]: 'More' },
		createdAt: timestamp(new Date(began + n * 60_000), 0),
		by: `E000${(n % 9) + 1}`,
	}));
	store.addRecords(4, rows);
	const updatedAt = '2026-03-01 09:00:00';
	for (const id of [40, 30, 3]) store.updateRecord(4, id, {}, { updatedAt });
	store.deleteRecord(4, 60, { updatedAt: '2026-03-01 10:00:00' });
	const form = store.forms.get(1)!;
	store.addForm({ ...form, filters: (form.filters ?? []).filter(({ commentsTo }) => commentsTo) });
}
