import { pick, type Resource } from './define';
import { CODE_LENGTH, descriptiveFields, entryOperations, sync } from './directory';

const NAME_LENGTH = 256;

export const organization = {
	label: 'Organization',
	entity: {
		code: 'string',
		id: 'number',
		name: 'string',
		kana: 'string',
		alias: 'string',
		aliasKana: 'string',
		parentCode: 'string',
		note: 'string',
	},
	operations: entryOperations({
		kind: 'organization',
		root: 'organizations',
		nameLength: NAME_LENGTH,
		needed: {},
		extras: {
			...descriptiveFields(NAME_LENGTH),
			parentCode: pick('Parent Organization', 'organization', {
				maxLength: CODE_LENGTH,
				description: 'The organization above this one',
				whenEmpty: 'Leave empty for the top level',
			}),
		},
		sync: sync('organization', 'deleting an organization that has users'),
	}),
} satisfies Resource;
