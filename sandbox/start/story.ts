import type { Sandbox } from './sandbox.ts';

type Tell = (line: string) => void;

/** Tells what happens in the service and in the channel, a line each, as it happens. */
export function tellStory(sandbox: Sandbox, print: Tell): void {
	const { service, neighbours } = sandbox;
	const tell = (what: string, details: string) =>
		print(`${new Date().toTimeString().slice(0, 8)}  ${what.padEnd(16)} ${oneLine(details)}`);
	service.events.on('record', ({ action, appsId, recordId, uniqueId }) =>
		tell(`record ${action}`, `${formName(sandbox, appsId)} ${uniqueId || `#${recordId}`}`),
	);
	service.events.on('comment', ({ action, appsId, recordId }) =>
		tell(`comment ${action}`, `${formName(sandbox, appsId)} #${recordId}`),
	);
	service.events.on('notice', ({ code, label, count, previous }) =>
		tell(count > previous ? 'notice raised' : 'notice lowered', `${code}: ${label} (${count})`),
	);
	neighbours.channel.events.on('message', ({ text }) => tell('message posted', text));
}

export function greeting({ editorUrl, login, service, workflows, logFile }: Sandbox): string {
	const active = workflows.map(
		({ id, name, active }) =>
			`    ${name}${active ? '' : ' (not published)'}\n      ${editorUrl}/workflow/${id}`,
	);
	return `
  n8n's editor      ${editorUrl}
    email           ${login.email}
    password        ${login.password}
  The service       ${service.origin}/
  The channel       ${service.origin}/channel
  Workflows, once a minute:
${active.join('\n')}
  n8n's log         ${logFile}

  Ctrl+C stops everything. What happens from here on:
`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);

const formName = ({ service }: Sandbox, appsId: number) =>
	service.store.forms.get(appsId)?.name ?? `form ${appsId}`;
