import {
	stateOfScope,
	usableState,
} from '../../../nodes/RecordsDirectory/core/trigger/saved-state';

const saved = { version: 1, scope: 'A' };
const whole = () => true;
const damaged = () => false;

it.each([
	['none', undefined, whole, { state: undefined, isLost: false }],
	['one of these settings', saved, whole, { state: saved, isLost: false }],
	['one of other settings', { ...saved, scope: 'B' }, whole, { state: undefined, isLost: false }],
	['a damaged one', saved, damaged, { state: undefined, isLost: true }],
	['a damaged one of other settings', { ...saved, scope: 'B' }, damaged, { isLost: false }],
	['one of another version', { version: 2, scope: 'B' }, damaged, { isLost: true }],
	['one without a scope', { version: 1 }, damaged, { isLost: true }],
	['a text', 'x', damaged, { isLost: true }],
	['null', null, damaged, { isLost: true }],
])('a saved state that is %s', (_, state, isSaved, expected) => {
	expect(usableState(state, 'A', isSaved)).toMatchObject(expected);
});

it.each([
	[undefined, undefined],
	[saved, saved],
	[{ ...saved, scope: 'B' }, undefined],
	[{ ...saved, version: 2 }, undefined],
])('the state %j of the scope A', (state, own) => expect(stateOfScope(state, 'A')).toBe(own));
