import type { OperationKey } from '../../support/entries';
import { comment } from './comment';
import { form } from './form';
import { organization } from './organization';
import { position } from './position';
import { record } from './record';
import type { Scenario } from './scenario';
import { user } from './user';

/** One run of every operation; one without a scenario does not compile. */
export const scenarios: Record<OperationKey, Scenario> = {
	...comment,
	...form,
	...organization,
	...position,
	...record,
	...user,
} satisfies Record<OperationKey, Scenario>;
