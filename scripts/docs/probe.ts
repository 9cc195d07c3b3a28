import type { Field } from '../../sandbox/service/resources';
import { startService } from '../../sandbox/service/service';
import { probe } from '../probe/command';
import { ownTimes } from '../probe/times';

/** A site that deviates from the document in some points. */
const dialect = {
	pageCap: 100,
	dates: 'hyphens',
	times: 'offset',
	errorCode: 'string',
	ties: 'shuffled',
} as const;

const FORM = 5;
/** The form that a person has made for the probe. */
const fields: Field[] = [
	{
		fieldId: 51,
		fieldType: 'text',
		caption: 'Title',
		uniqueId: 'field-51',
		required: true,
		primaryKey: true,
	},
	{ fieldId: 52, fieldType: 'text', caption: 'Note', uniqueId: 'field-52', max_length: 50 },
	{ fieldId: 53, fieldType: 'userSelection', caption: 'Owner', uniqueId: 'field-53' },
	{ fieldId: 54, fieldType: 'calculation', caption: 'Sum', uniqueId: 'field-54', calc: '1 + 2' },
];

/** What a person sees of a whole run of the probe, at the local service. */
export async function probeRun(): Promise<string> {
	const service = await startService({ dialect });
	const [form] = service.store.forms.list();
	if (form) service.store.addForm({ ...form, id: FORM, name: 'Scratch', fields });
	const lines: string[] = [];
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
		onStop: () => () => {},
	};
	const words = ['--base-url', service.url, '--scratch-form', String(FORM), '--user', 'E0003'];
	await probe(words, person, { PROBE_API_KEY: 'sandbox-key' });
	await service.close();
	return `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}
