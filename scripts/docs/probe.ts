import { startService } from '../../sandbox/service/service';
import { probe } from '../probe/command';

/** A site that deviates from the document in some points. */
const dialect = {
	pageCap: 100,
	dates: 'hyphens',
	times: 'offset',
	errorCode: 'string',
	ties: 'shuffled',
} as const;

/** Returns the output of a whole run of the probe with the local service. */
export async function probeRun(): Promise<string> {
	const service = await startService({ dialect });
	const lines: string[] = [];
	const answer = (question: string) => {
		lines.push(`${question}y`);
		return Promise.resolve('y');
	};
	const person = {
		print: (line: string) => void lines.push(line),
		ask: answer,
		askSecretly: answer,
		keep: () => {},
	};
	await probe(['--base-url', service.url], person, { PROBE_API_KEY: 'sandbox-key' });
	await service.close();
	return `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}
