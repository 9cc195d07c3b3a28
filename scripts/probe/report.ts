import type { ProbeInput } from './answers';
import { MOST_PROBE_REQUESTS, usualRequests } from './requests';
import { QUESTIONS, type Finding } from './findings';

/** Announces the cost before the first request. */
export function announcement(given: ProbeInput = {}): readonly string[] {
	const used = new Set<string>();
	const lines = QUESTIONS.filter(({ asks }) => asks.length > 0).map(({ about, asks }) => {
		const fresh = asks.filter((ask) => !used.has(ask)).length;
		for (const ask of asks) used.add(ask);
		const shared = asks.length - fresh;
		return `  ${String(fresh).padStart(2)}  ${about}${shared > 0 ? ` (and ${shared} from above)` : ''}`;
	});
	return [
		`The probe sends up to ${usualRequests(given)} requests. If some fail, it sends up to ${MOST_PROBE_REQUESTS}.`,
		'All of them only read. Requests for each question:',
		'',
		...lines,
	];
}

/** Writes the findings as a page in plain words. */
export function report(findings: readonly Finding[]): readonly string[] {
	const known = findings.filter(({ behaviour }) => behaviour !== undefined);
	const open = (certainty: Finding['certainty']) =>
		findings.filter((one) => one.behaviour === undefined && one.certainty === certainty);
	const settings = findings.flatMap(({ setting }) => setting ?? []);
	return [
		...section(
			'What to enter in the credential',
			settings.map((setting) => `  ${setting}`),
		),
		...section('What the site does', known.flatMap(knownLines)),
		...section(
			'What does not fit the document',
			known.filter(({ isUndocumented }) => isUndocumented).map(({ meaning }) => `  ${meaning}`),
		),
		...section('What the replies did not show', open('unsure').map(openLine)),
		...section('What cannot be seen without writing', open('needs writing').map(openLine)),
	];
}

const section = (title: string, lines: readonly string[]): readonly string[] => [
	'',
	title,
	'',
	...(lines.length > 0 ? lines : ['  Nothing.']),
];

const knownLines = (finding: Finding): readonly string[] => [
	`  ${finding.about}`,
	`    ${finding.meaning} (${finding.certainty})`,
	`    ${finding.evidence ?? ''}`,
];

const openLine = (finding: Finding): string => `  ${finding.about}`;
