import { startAlone, scratchForm } from '../../sandbox/start/alone';
import { imitated } from '../../sandbox/start/profile';
import { probe } from '../probe/command';
import { ownTimes } from '../probe/times';

/** A site that deviates from the document in many points. */
const PROFILE = 'test/profile/site-profile.json';
/** Any free port; the run does not show it. */
const ANY_PORT = 0;

/** What a person sees of a whole run of the probe, at the service of `npm run service`. */
export async function probeRun(): Promise<string> {
	const lines: string[] = [];
	const service = await startAlone(ANY_PORT, await imitated(PROFILE, () => {}));
	const answer = (question: string) => {
		lines.push(`${question}y`);
		return Promise.resolve('y');
	};
	const person = {
		print: (line: string) => void lines.push(line),
		ask: answer,
		askSecretly: answer,
		whyNot: () => undefined,
		keep: () => {},
		times: ownTimes,
		wait: () => Promise.resolve(),
		onStop: () => () => {},
	};
	const words = ['--base-url', service.url, '--scratch-form', `${scratchForm}`, '--user', 'E0003'];
	await probe(words, person, { PROBE_API_KEY: 'sandbox-key' });
	await service.close();
	return `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}
