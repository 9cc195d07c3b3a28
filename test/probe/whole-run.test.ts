import { scratchForm, startAlone } from '../../sandbox/start/alone';
import { imitated } from '../../sandbox/start/profile';
import { probe } from '../../scripts/probe/command';
import { ownTimes } from '../../scripts/probe/times';

/** A site that deviates from the API documentation in many points. */
const PROFILE = 'test/profile/site-profile.json';
/** Any free port; the run does not show it. */
const ANY_PORT = 0;

/** Runs the probe against the simulated service; returns all that the terminal shows. */
async function wholeRun(): Promise<string> {
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
	return lines.join('\n');
}

test('a whole run shows the same requests, findings and profile as before (jest -u writes it)', async () => {
	expect(await wholeRun()).toMatchSnapshot();
});
