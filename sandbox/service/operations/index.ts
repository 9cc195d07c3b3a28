import type { Operation } from '../operation.ts';
import * as comments from './comments.ts';
import * as fields from './fields.ts';
import * as forms from './forms.ts';
import * as notices from './notices.ts';
import * as organizations from './organizations.ts';
import * as positions from './positions.ts';
import * as records from './records.ts';
import * as users from './users.ts';

/** By the operationId of openapi.yaml. */
export const operations: Readonly<Record<string, Operation>> = {
	...organizations,
	...positions,
	...users,
	...forms,
	...fields,
	...records,
	...comments,
	...notices,
};
