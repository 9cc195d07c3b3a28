import type { Allowed } from './difference';
import { each, failed, unadvised } from './lines';
import type { Run } from './runs';
import type { Outcome } from './tried';

const OF_A_FORM = /"path":"\/api\/apps\/(forms\/)?\d/;
const isSent = (_: Run, { sent }: Outcome) => sent.length > 0;

/** The first request is rejected, and nothing more is sent. */
const refused = (message: string) => (usual: Outcome) => {
	const [first = ''] = usual.sent;
	return { sent: [first], told: failed(message), left: [] };
};

/** Users did not choose to read the definition of the form. */
const isLook = ({ name }: Run, { sent }: Outcome) =>
	/\/fields"/.test(sent[0] ?? '') && !name.startsWith('field.');

/** The node does not claim what it cannot know. */
const withoutDetails = each('told', (line) =>
	JSON.stringify({ ...(JSON.parse(line) as object), message: 'Bad Request', item: 0 }),
);

// prettier-ignore
export const ON_REFUSAL: readonly Allowed[] = [
	{
		under: ['no details', 'empty details', 'details without message', 'an error without a body', 'an error as a page', 'an error cut off'],
		why: 'the node can only report what the service says, and not which item is meant',
		of: (_, { told }) => /^\{"message":"Bad Request: /.test(told[0] ?? ''),
		becomes: withoutDetails,
	},
	{
		under: ['a key for another form'],
		why: 'other forms answer 401',
		of: (run, usual) => OF_A_FORM.test(usual.sent[0] ?? '') && !isLook(run, usual),
		becomes: refused('Unauthorized'),
		read: unadvised,
	},
	{
		under: ['a key for another form'],
		why: 'other forms answer 401 for their fields',
		of: isLook,
		becomes: refused('The fields of the form cannot be read: Unauthorized'),
		read: unadvised,
	},
	{
		under: ['a key for another form'],
		why: 'the service lists only the forms of the key',
		of: ({ name }) => name === 'form.getAll',
		becomes: (usual) => ({ ...usual, told: [] }),
	},
	{
		under: ['a key for one form', 'a key for another form'],
		why: 'the service lists only the forms of the key',
		of: ({ name }) => name.startsWith('form.getAll, by'),
		becomes: (usual) => usual,
		read: (outcome) => ({ ...outcome, told: [] }),
	},
	{
		under: ['a key for one form'],
		why: 'the run requests a missing form, and the key is for another form',
		of: ({ name }) => name === 'field.getAll, failing',
		becomes: refused('Unauthorized'),
		read: unadvised,
	},
	{
		under: ['limit of the month: 402', 'limit of the month: 429'],
		why: 'no request works until the limit is released',
		of: isSent,
		becomes: refused('Request exhausted per month'),
		read: unadvised,
	},
	{
		under: ['limit: 402', 'limit: 402 with Retry-After', 'limit: 429', 'limit: 429 with Retry-After', 'limit: a fixed window'],
		why: 'the first request is rejected for the rate limit, and retried after the time has passed',
		of: isSent,
		becomes: (usual) => ({ ...usual, sent: [usual.sent[0]!, ...usual.sent] }),
	},
];
