import { apiKey } from './preparation.ts';
import type { Sandbox } from './sandbox.ts';

export interface Manner {
	/** What else runs, one line each. */
	alsoRuns?: readonly string[];
	/** What else to try. */
	alsoTry?: readonly string[];
	/** What happens to the data, and how to continue. */
	afterwards: string;
}

const ownManner: Manner = {
	afterwards: 'npm start continues with the same data, npm start -- --reset starts over.',
};

/** What runs where, what to try next, and how to stop. */
export function greeting(sandbox: Sandbox, manner = ownManner): string {
	const { editorUrl, login, service, workflows, toTry, logFile } = sandbox;
	const at = (id: string) => `${editorUrl}/workflow/${id}`;
	const running = workflows.map(({ id, name, active }) =>
		pair(active ? name : `${name} (not published)`, at(id)),
	);
	const waiting = toTry.map(({ name }) => name).join(', ');
	const steps = [
		`Add a record to Support Requests at ${service.origin}/forms/1/add,\n` +
			'with Aiko Tanaka as assignee. Within a minute it gets a first comment,\n' +
			'and the channel shows an alert and a message about her notice.',
		"Sign in to n8n's editor and open the executions of the workflows above.",
		'Build your own: "Your first workflow" in docs/sandbox.md. Send messages\n' +
			`to ${service.origin}/neighbours/slack/T000/B000/sandbox`,
		...(manner.alsoTry ?? []),
		"Open another workflow in n8n's editor, read its note and run it:\n" +
			waiting.replace(/(.{1,70})( |$)/g, '$1\n').trim(),
	];
	return `
  WHAT RUNS WHERE, on this machine only
${indented([
	pair("n8n's editor", `${editorUrl}/home/workflows`),
	pair('', `email ${login.email}, password ${login.password}`),
	pair('The service', `${service.origin}/`),
	pair('', `forms, records, people; API key ${apiKey}`),
	pair('The channel', `${service.origin}/channel`),
	pair('', 'messages of the workflows'),
	pair("n8n's log", logFile),
	...(manner.alsoRuns ?? []),
])}

  Workflows that run by themselves, once a minute:
${indented(running)}

  WHAT TO TRY NEXT
${indented(steps.map(numbered))}

  HOW TO STOP
${indented(['Ctrl+C stops everything.', manner.afterwards])}

  What happens now (times in ${zone()}):
`;
}

export const pair = (name: string, value: string) => `${name.padEnd(24)} ${value}`;

const numbered = (text: string, index: number) => `${index + 1}. ${text.replaceAll('\n', '\n   ')}`;

const indented = (lines: readonly string[]) => lines.join('\n').replace(/^(?=.)/gm, '    ');

/** The name of this machine's time zone: `UTC`, `GMT+9`. */
const zone = () =>
	new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
		.formatToParts()
		.find(({ type }) => type === 'timeZoneName')!.value;
