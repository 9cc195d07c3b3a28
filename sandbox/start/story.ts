import { apiKey } from './preparation.ts';
import type { Sandbox } from './sandbox.ts';
import { examplesToTry } from './workflows.ts';

type Tell = (line: string) => void;

interface Notice {
	code: string;
	appsId: number;
	id: string;
	label: string;
	count: number;
	previous: number;
}

/** Tells what happens in the service and in the channel, a line each, as it happens. */
export function tellStory(sandbox: Sandbox, print: Tell): void {
	const { service, neighbours } = sandbox;
	const tell = (what: string, details: string) =>
		print(`${new Date().toTimeString().slice(0, 8)}  ${what.padEnd(16)} ${oneLine(details)}`);
	const tellNotices = (notices: Notice[]) => {
		for (const same of Object.values(Object.groupBy(notices, changeOf))) {
			if (!same?.[0]) continue;
			const { appsId, label, count, previous, code } = same[0];
			tell(
				count > previous ? 'notice raised' : 'notice lowered',
				`${formName(sandbox, appsId)}, ${label}: ${previous} to ${count} for ` +
					(same.length === 1 ? code : `${same.length} people`),
			);
		}
	};
	service.events.on('record', ({ action, appsId, recordId, uniqueId }) =>
		tell(`record ${action}`, `${formName(sandbox, appsId)} ${uniqueId || `#${recordId}`}`),
	);
	service.events.on('comment', ({ action, appsId, recordId }) =>
		tell(`comment ${action}`, `${formName(sandbox, appsId)} #${recordId}`),
	);
	service.events.on('notice', together(tellNotices));
	neighbours.channel.events.on('message', ({ text }) => tell('message posted', text));
}

export function greeting({ editorUrl, login, service, workflows, logFile }: Sandbox): string {
	const active = workflows.map(
		({ id, name, active }) =>
			`    ${name}${active ? '' : ' (not published)'}\n      ${editorUrl}/workflow/${id}`,
	);
	const waiting = examplesToTry().map(
		({ id, name }) => `    ${name.padEnd(24)} ${editorUrl}/workflow/${id}`,
	);
	return `
  n8n's editor      ${editorUrl}
    email           ${login.email}
    password        ${login.password}
    API key         ${apiKey} (its credential is there already)
  The service       ${service.origin}/
  The channel       ${service.origin}/channel
    to post to it   ${service.origin}/neighbours/slack/T000/B000/sandbox
  Workflows, once a minute:
${active.join('\n')}
  More workflows; open one and read its note:
${waiting.join('\n')}
  n8n's log         ${logFile}

  Ctrl+C stops everything. What happens from here on:
`;
}

const changeOf = ({ appsId, id, previous, count }: Notice) =>
	[appsId, id, previous, count].join(' ');

/** One record can raise a notice of everybody; that is one thing that happened. */
function together<T>(tell: (all: T[]) => void): (one: T) => void {
	let waiting: T[] = [];
	return (one) => {
		if (waiting.length === 0)
			setImmediate(() => {
				tell(waiting);
				waiting = [];
			});
		waiting.push(one);
	};
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);

const formName = ({ service }: Sandbox, appsId: number) =>
	service.store.forms.get(appsId)?.name ?? `form ${appsId}`;
