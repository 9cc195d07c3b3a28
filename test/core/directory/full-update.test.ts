import { wholeBody } from '../../../nodes/RecordsDirectory/core/directory/plan';
import { entryOf } from '../../support/entries';

const { operation } = entryOf('user.update');
const user = {
	id: 7,
	code: 'E1',
	name: 'A',
	kana: null,
	loginId: 'a',
	organizationCode: 'O1',
	subBelong: [{ organizationCode: 'O2', positionCode: 'P1', organizationKeyMan: true }],
};

it('the body of an update has everything that the entity holds and that can be written', () => {
	expect(wholeBody(operation, user, { name: 'B', note: '' })).toEqual({
		code: 'E1',
		name: 'B',
		note: '',
		loginId: 'a',
		organizationCode: 'O1',
		subBelong: [{ organizationCode: 'O2', positionCode: 'P1' }],
	});
});
