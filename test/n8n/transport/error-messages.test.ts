import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { NOT_SENT } from '../../../nodes/RecordsDirectory/core/bulk/effect';
import { ScanError } from '../../../nodes/RecordsDirectory/core/listing/walk';
import { Failure, type FailureKind } from '../../../nodes/RecordsDirectory/core/request/failure';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import {
	toNodeError,
	errorWords,
} from '../../../nodes/RecordsDirectory/n8n/transport/error-messages';
import { contextOf } from '../../support/n8n';
import { get } from '../runs';

const node = contextOf({ parameters: get, credentials: {} }).getNode();
/** An error as n8n makes it for an expression, with HTML in its description. */
const ofN8n = Object.assign(new Error('No path back'), { description: 'See <b>here</b>' });

describe('the error of the node', () => {
	it.each([
		[
			'a failure',
			new Failure({ kind: 'refused', status: 400, message: 'No' }),
			'Fix what the message names.',
		],
		['wrong input', new InputError('No', 'Enter a name.'), 'Enter a name.'],
		["n8n's own", ofN8n, 'See <b>here</b>'],
		['any other', new Error('No'), undefined],
	])(
		'says what to do, after what happened and before what was left out: %s',
		(_, error, advice) => {
			const descriptionIn = (place?: object) =>
				toNodeError(node, error, place).description ?? undefined;
			const isOfN8n = error === ofN8n;
			expect(descriptionIn()).toBe(advice);
			const whole = [
				'Nothing was sent.',
				...(isOfN8n ? ['Left out.', advice] : [advice, 'Left out.']),
			];
			expect(descriptionIn({ effect: NOT_SENT.run, notes: ['Left out.'] })).toBe(
				whole.filter(Boolean).join(' '),
			);
		},
	);

	it.each([
		['of the service', new Failure({ kind: 'key', status: 401, message: 'No' }), NodeApiError],
		['of the input', new InputError('No', 'Enter a name.'), NodeOperationError],
		['of n8n', ofN8n, NodeOperationError],
	])('has the kind that n8n knows, and the item that it is about: %s', (_, error, kind) => {
		expect(toNodeError(node, error)).toBeInstanceOf(kind);
		expect(toNodeError(node, error, { itemIndex: 3 }).context.itemIndex).toBe(3);
		const built = toNodeError(node, error, { itemIndex: 3 });
		expect(toNodeError(node, built, { itemIndex: 4 })).toBe(built);
		expect(built.context.itemIndex).toBe(3);
	});
});

it.each([
	['nothing else is known', new Error('No'), undefined, ''],
	['n8n describes it', ofN8n, undefined, 'See <b>here</b>'],
	['nothing was sent', ofN8n, NOT_SENT.run, 'Nothing was sent. See <b>here</b>'],
])('the words of an error that is not ours are its own: %s', (_, error, effect, description) => {
	expect(errorWords(error, effect)).toEqual({ message: error.message, description });
});

describe('what to do, and the cause that n8n knows, fit', () => {
	const [passing, wrong] = ['temporarily-unavailable', 'configuration-invalid'];
	const ofStatus = (status: number) => ({ status });

	it.each<[FailureKind, string, RegExp | undefined, Partial<Failure>]>([
		['rate', 'rate-limited', /^The site allows 100 requests per 100 seconds/, ofStatus(402)],
		['rate', 'rate-limited', /^All requests of this n8n process .* share 'Requests per/, {}],
		['quota', 'quota-exhausted', /^The requests of this month are used up/, ofStatus(402)],
		['key', 'credential-invalid', /^Check the API key .* some keys are valid/, ofStatus(401)],
		['right', wrong, /^The API key may lack the permission.*'Directory API Key'/, ofStatus(403)],
		['refused', wrong, /^Fix what the message names\.$/, ofStatus(400)],
		['refused', wrong, /^One of the IDs or codes does not exist/, ofStatus(404)],
		['refused', wrong, /switch on 'Send PUT and DELETE as POST'/, ofStatus(405)],
		['refused', wrong, /does not accept that much at a time/, ofStatus(413)],
		['service', passing, /^The .* could not complete the .*\. Try again later\.$/, ofStatus(500)],
		['service', passing, /^The service could not/, { status: 503, retryAfterMs: 50_000 }],
		[
			'pages',
			passing,
			/^Tell the provider .* the documented order and pages\. Until then, .* filter\.$/,
			{},
		],
		['foreign', wrong, /^Check the 'Base URL' .* tell the provider/, ofStatus(200)],
		['network', passing, /^Check the 'Base URL' .* can reach it\.$/, { code: 'EPROTO' }],
		['network', passing, /reach it\. For a self-signed .* 'Ignore SSL/, { code: 'CERT_UNTRUSTED' }],
		['slow', passing, /^The service is too slow.* fewer rows or fields at a time\.$/, {}],
		['large', passing, /^Get fewer rows or fields at a time/, {}],
		['redirect', wrong, /^The node does not follow redirects/, ofStatus(302)],
		['cancelled', passing, undefined, {}],
	])('a failure of the kind %s: %s, %s', (kind, cause, advice, facts) => {
		const error = toNodeError(node, new Failure({ kind, message: 'No', ...facts }));
		const description = advice && expect.stringMatching(advice);
		const httpCode = facts.status ? String(facts.status) : (facts.code ?? null);
		expect(error).toMatchObject({ description, httpCode, messages: ['No'], failure: { cause } });
	});

	it('a list that changes too much is read again', () => {
		const { description, failure } = toNodeError(node, new ScanError('No', true));
		expect(description).toBe('The next poll tries again.');
		// Older versions of n8n know no cause.
		expect([undefined, passing]).toContain(failure?.cause);
	});
});
