import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { NOT_SENT } from '../../../nodes/RecordsDirectory/core/bulk/effect';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
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
