import type { Sandbox } from './sandbox.ts';
import { type Happening, inLines } from './telling.ts';

interface Notice {
	code: string;
	appsId: number;
	label: string;
	count: number;
	previous: number;
}

interface Member {
	name: string;
	isRetired?: boolean;
}

/** How long to wait for a pause before events are shown, and how long at most. */
const usual = { quietMs: 800, longestMs: 3000 };

type World = Pick<Sandbox, 'service' | 'neighbours'>;

/**
 * Shows events of the service and the channel, related ones in one line. Returns a function that shows waiting
 * events immediately.
 */
export function tellStory(
	world: World,
	print: (line: string) => void,
	width?: number,
	pauses = usual,
): () => void {
	const { service, neighbours } = world;
	const { tell, tellNow } = together((all) => inLines(all, width).forEach(print), pauses);
	const form = (appsId: number) => service.store.forms.get(appsId)?.name ?? `form ${appsId}`;
	const record = (appsId: number, recordId: number) =>
		service.store.records.get(appsId, recordId)?.uniqueId || `#${recordId}`;
	service.events.on('record', ({ action, appsId, recordId, uniqueId }) =>
		tell(`record ${action}`, form(appsId), uniqueId || `#${recordId}`),
	);
	service.events.on('comment', ({ action, appsId, recordId }) =>
		tell(`comment ${action}`, form(appsId), record(appsId, recordId)),
	);
	service.events.on('notice', ({ appsId, label, count, previous, code }: Notice) =>
		tell(
			count > previous ? 'notice raised' : 'notice lowered',
			`${form(appsId)}, ${label}: ${previous} to ${count} for`,
			code,
		),
	);
	service.events.on('directory', ({ kind, before, after }) =>
		tell('directory', `${kind} ${whatChanged(before, after)}:`, (after ?? before).name),
	);
	neighbours.channel.events.on('message', ({ text }) => tell('message posted', text));
	return tellNow;
}

function whatChanged(before?: Member, after?: Member): string {
	if (!before) return 'created';
	if (!after) return 'deleted';
	if (!before.isRetired === !after.isRetired) return 'updated';
	return after.isRetired ? 'retired' : 'restored';
}

/** Collects events until there is a pause: those of one request, and of several requests of one run. */
function together(tellAll: (all: Happening[]) => void, { quietMs, longestMs }: typeof usual) {
	let waiting: Happening[] = [];
	let pause: NodeJS.Timeout | undefined;
	const tellNow = () => {
		clearTimeout(pause);
		tellAll(waiting);
		waiting = [];
	};
	const tell = (what: string, about: string, one?: string) => {
		const now = Date.now();
		waiting.push({ at: new Date(now), what, about, ...(one === undefined ? {} : { one }) });
		clearTimeout(pause);
		const left = waiting[0]!.at.getTime() + longestMs - now;
		pause = setTimeout(tellNow, Math.max(0, Math.min(quietMs, left)));
	};
	return { tell, tellNow };
}
