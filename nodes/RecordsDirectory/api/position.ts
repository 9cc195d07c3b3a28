import type { Resource } from './define';
import { descriptiveFields, entryOperations, sync } from './directory';

const NAME_LENGTH = 128;

export const position = {
	label: 'Position',
	entity: {
		code: 'string',
		name: 'string',
		kana: 'string',
		alias: 'string',
		aliasKana: 'string',
		note: 'string',
	},
	operations: entryOperations({
		kind: 'position',
		root: 'positions',
		nameLength: NAME_LENGTH,
		needed: {},
		extras: descriptiveFields(NAME_LENGTH),
		sync: sync('position', 'deleting a position that users hold'),
	}),
} satisfies Resource;
