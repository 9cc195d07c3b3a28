import type { Violation } from './judge';
import { PLAIN } from './site';
import type { Story } from './story';

/** A promise that the nodes do not keep yet. The long run says which no story hits any more: remove them. */
export interface NotYetHeld {
	readonly name: string;
	hits(story: Story, violation: Violation): boolean;
}

const dialectOf = (story: Story) => ({ ...PLAIN, ...story.dialect });
const isKind = ({ kind }: Violation, ...kinds: readonly string[]) =>
	kinds.includes(kind.replace(' (second run)', ''));

export const NOT_YET_HELD: readonly NotYetHeld[] = [
	{
		name: 'Create and Update send items before all of them are checked',
		hits: (story, violation) =>
			['create', 'update'].includes(story.operation) &&
			isKind(violation, 'sends before all items are checked'),
	},
	{
		name: 'a number in another spelling is not found where the type of the field has no words',
		hits: (story, violation) =>
			dialectOf(story).types === 'numbers' &&
			story.on === 'records' &&
			story.keys.some((name) => ['serial', 'day', 'moment', 'clock'].includes(name)) &&
			isKind(
				violation,
				'creates what exists',
				'two new records of one key',
				'doubled by the same run again',
			),
	},
	{
		name: 'a bad value is not seen where the type of the field has no words',
		hits: (story, violation) =>
			dialectOf(story).types === 'numbers' && isKind(violation, 'names not all bad items'),
	},
	{
		name: 'an object for a text field is sent',
		hits: (story, violation) =>
			isKind(violation, 'sends before all items are checked', 'names not all bad items') &&
			story.on === 'records' &&
			story.items.some((item) =>
				Object.values(item).some(
					({ json, is }) => is === 'bad' && typeof json === 'object' && !Array.isArray(json),
				),
			),
	},
	{
		name: 'an update takes back somebody who has retired',
		hits: (story, violation) =>
			dialectOf(story).defaults === 'set' && isKind(violation, 'takes somebody back'),
	},
	{
		name: 'a form with field IDs such as valueOf cannot be filled in',
		hits: (story, violation) =>
			dialectOf(story).uids === 'JavaScript' &&
			(/ has issues:/.test(violation.found) ||
				(story.on === 'records' &&
					story.mode === 'mapped' &&
					isKind(
						violation,
						'writes a record that no item names',
						'says saved, is not',
						'says created, is not',
						'a value vanishes without a word',
					))),
	},
	{
		name: 'a value is lost without a word when its field vanishes during the run',
		hits: (story, violation) =>
			story.others.some(({ does }) => does === 'drops field') &&
			isKind(violation, 'a value vanishes without a word', 'says unchanged, differs'),
	},
	{
		name: 'where an import always creates, Update Through Import makes one record before it stops',
		hits: (story, violation) =>
			dialectOf(story).importOfID === 'creates' &&
			story.options.updateByImport === true &&
			violation.kind.startsWith('stores what nobody gave'),
	},
];
