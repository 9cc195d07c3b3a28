import type { OperationKey } from '../../nodes/RecordsDirectory/api';
import { comment } from '../node/scenarios/comment';
import { form } from '../node/scenarios/form';
import { organization } from '../node/scenarios/organization';
import { position } from '../node/scenarios/position';
import { record } from '../node/scenarios/record';
import type { Scenario } from '../node/scenarios/scenario';
import { user } from '../node/scenarios/user';

/** One run of every operation. */
export const scenarios: Record<OperationKey, Scenario> = {
	...comment,
	...form,
	...organization,
	...position,
	...record,
	...user,
};
