import { Memory, usableState } from '../../../nodes/RecordsDirectory/n8n/trigger/memory';
import { fingerprint } from '../../../nodes/RecordsDirectory/core/json';

/** A state as the memory of a trigger seals it. */
const sealed = (state: object) =>
	new Memory().keep(undefined, state, []) as typeof saved & { readonly seal: string };
const saved = { scope: 'A', seen: { '1': 'x', '2': 'y' }, asOf: undefined };
const whole = sealed(saved);
const none = { state: undefined, isLost: false };
const lost = { state: undefined, isLost: true };

it.each([
	['none', undefined, none],
	['one of these settings', whole, { state: whole, isLost: false }],
	['one of other settings', sealed({ ...saved, scope: 'B' }), none],
	['one without a seal', saved, lost],
	['one of a build with another format', { ...saved, seal: fingerprint([2, saved]) }, lost],
	['one without a record', { ...whole, seen: { '1': 'x' } }, lost],
	['one with another value of a record', { ...whole, seen: { '1': 'x', '2': 'z' } }, lost],
	['one with another scope', { ...whole, scope: 'B' }, lost],
	['one with a part more', { ...whole, more: 1 }, lost],
	['a text', 'x', lost],
	['null', null, lost],
	['a list', [whole], lost],
])('a saved state that is %s', (_, state, expected) => {
	expect(usableState(state, 'A')).toEqual(expected);
});

it.each([
	['as JSON', JSON.stringify(whole)],
	[
		'with its parts in another order',
		JSON.stringify(Object.fromEntries(Object.entries(whole).reverse())),
	],
])('a state is of use after n8n has kept it %s', (_, kept) => {
	expect(usableState(JSON.parse(kept), 'A').isLost).toBe(false);
});

it('a state that is saved again has a new seal', () => {
	const again = sealed({ ...whole, seen: {} });
	expect(again.seal).not.toBe(whole.seal);
	expect(usableState(again, 'A')).toEqual({ state: again, isLost: false });
});
