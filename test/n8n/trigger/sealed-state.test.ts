import { fingerprint } from '../../../nodes/RecordsDirectory/core/json';
import { Memory, usableState } from '../../../nodes/RecordsDirectory/n8n/trigger/memory';

const state = { scope: 'A', seen: { '1': 'x', '2': 'y' }, lineage: 'l' };
/** A state as the memory of a trigger seals it. */
const sealed = () => new Memory().keep(state, state, []);

it('a state of a build with another format is lost', () => {
	const seal = (format: number) => ({ ...state, seal: fingerprint([format, state]) });
	expect(usableState(seal(4), 'A')).toEqual({ state: sealed(), isLost: false });
	expect(usableState(seal(3), 'A')).toEqual({ state: undefined, isLost: true });
});
