import type { Violation } from './judge';
import { PLAIN } from './site';
import { CATALOGUE, type Story } from './story';

/** A promise that the nodes do not keep yet. The long run says which no story hits any more: remove them. */
export interface NotYetHeld {
	readonly name: string;
	hits(story: Story, violation: Violation): boolean;
}

const isRecord = (story: Story) => story.on === 'records';
const dialectOf = (story: Story) => ({ ...PLAIN, ...story.dialect });
const isKind = ({ kind }: Violation, ...kinds: readonly string[]) =>
	kinds.includes(kind.replace(' (second run)', ''));

/** Texts of all values that the items give for a kind of field. */
const givenTexts = (story: Story, ...kinds: readonly string[]): string[] =>
	story.on === 'records'
		? story.items.flatMap((item) =>
				Object.entries(item).flatMap(([name, { json }]) =>
					kinds.includes(CATALOGUE[name]!.kind) ? [String(json)] : [],
				),
			)
		: [];

const isMoment = (text: string) => /Z$|[+-]\d\d:\d\d$/.test(text);

const isBeyond = (text: string) => Math.abs(Number(text)) >= 2 ** 53;

const rowsIn = (story: Story) => story.filler + story.rows.length + 6;

const isCut = (story: Story) => {
	const { cap } = dialectOf(story);
	return cap < 1000 && rowsIn(story) > cap;
};

export const NOT_YET_HELD: readonly NotYetHeld[] = [
	{
		name: 'a moment with an offset is stored in the zone of n8n, not of the site',
		hits: (story, violation) =>
			isKind(violation, 'a moment becomes another') ||
			(isKind(
				violation,
				'says unchanged, differs',
				'says saved, is not',
				'updates the wrong record',
				'creates what exists',
				'two new records of one key',
				'the same run again changes values',
				'fails without need',
				'sends what is unchanged',
			) &&
				story.on === 'records' &&
				story.keys.some((name) => ['date', 'datetime'].includes(CATALOGUE[name]!.kind)) &&
				givenTexts(story, 'date', 'datetime').some(isMoment)) ||
			(isKind(violation, 'says unchanged, differs') &&
				givenTexts(story, 'date', 'datetime').some(isMoment)),
	},
	{
		name: 'a list ends at the first page that the site cuts short',
		hits: (story, violation) =>
			isKind(
				violation,
				'misses records',
				'misses entries',
				'creates what exists',
				'returns not the newest',
				'sends what is unchanged',
				'doubled by the same run again',
				'fails without need',
				'the run is not the plan',
				'the dry run approves, the run fails',
				'changes what nobody gave',
				'takes somebody back',
				'in doubt without need',
				'says saved, is not',
				'stores another value',
			) && isCut(story),
	},
	{
		name: 'the fields of a form end at the first page that the site cuts short',
		hits: (story, violation) =>
			story.on === 'records' &&
			(story.wide ?? 0) > 0 &&
			dialectOf(story).cap < 1000 &&
			isKind(
				violation,
				'a column vanishes',
				'a value vanishes without a word',
				'fails without need',
				'says saved, is not',
				'writes a record that no item names',
				'says created, is not',
				'stores a bad value',
				'says that a bad item is saved',
				'sends before all items are checked',
				'names not all bad items',
				'says unchanged, differs',
				'updates the wrong record',
				'stores another value',
				'returns another value',
			),
	},
	{
		name: 'a record ID beyond 2^53 becomes that of another record',
		hits: (story, violation) =>
			isRecord(story) &&
			dialectOf(story).ids === 'beyond 2^53' &&
			isKind(
				violation,
				'updates the wrong record',
				'changes what nobody gave',
				'says saved, is not',
				'creates what exists',
				'stores what nobody gave',
				'misses records',
				'returns another record',
				'returns a record twice',
				'returns no record of the form',
				'returns another value',
				'says unchanged, differs',
				'sends what is unchanged',
				'the same run again changes values',
				'doubled by the same run again',
				'writes a record that no item names',
				'doubled',
				'written twice',
				'changes the status',
				'returns not the newest',
				'says not saved, is',
			),
	},
	{
		name: 'a record ID beyond 2^53 cannot be entered',
		hits: (story, violation) =>
			isRecord(story) &&
			dialectOf(story).ids === 'beyond 2^53' &&
			['update', 'get', 'upsert', 'getAll'].includes(story.operation) &&
			/'Record' is not a whole number|Not Found: record \d{16}/.test(violation.found),
	},
	{
		name: 'a number beyond 2^53 in another spelling is not found by its key',
		hits: (story, violation) =>
			story.on === 'records' &&
			story.operation === 'upsert' &&
			story.keys.includes('serial') &&
			isKind(
				violation,
				'creates what exists',
				'two new records of one key',
				'doubled by the same run again',
				'fails without need',
			) &&
			[...givenTexts(story, 'number'), ...story.rows.map(({ serial }) => String(serial))].some(
				(text) => isBeyond(text) || /\.\d{10}/.test(text),
			),
	},
	{
		name: 'Create and Update send items before all of them are checked',
		hits: (story, violation) =>
			['create', 'update'].includes(story.operation) &&
			isKind(violation, 'sends before all items are checked'),
	},
	{
		name: 'a JSON number beyond 2^53, which n8n has rounded, is stored',
		hits: (story, violation) =>
			isKind(
				violation,
				'stores a bad value',
				'says that a bad item is saved',
				'names not all bad items',
				'sends before all items are checked',
			) &&
			story.on === 'records' &&
			story.items.some((item) =>
				Object.values(item).some(({ json, is }) => is === 'bad' && typeof json === 'number'),
			),
	},
	{
		name: 'a number with an exponent is sent again each time',
		hits: (story, violation) =>
			isKind(violation, 'sends what is unchanged', 'doubled by the same run again') &&
			givenTexts(story, 'number').some((text) => /e\+/i.test(text)),
	},
	{
		name: 'lists of users are one key where the type of the field has no words',
		hits: (story, violation) =>
			dialectOf(story).types === 'numbers' &&
			story.on === 'records' &&
			story.keys.includes('people') &&
			(isKind(
				violation,
				'updates the wrong record',
				'changes what nobody gave',
				'says unchanged, differs',
			) ||
				/Several records match|have the same values to match on/.test(violation.found)),
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
		name: 'a text key that looks like a date, time or number is found by another text',
		hits: (story, violation) =>
			story.on === 'records' &&
			story.operation === 'upsert' &&
			story.keys.includes('code') &&
			(/Several records match|have the same values to match on/.test(violation.found) ||
				(isKind(violation, 'updates the wrong record') && violation.field === 'code')),
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
		name: 'Create through import overwrites what exists',
		hits: (story, violation) =>
			story.options.throughImport === true && isKind(violation, 'Create overwrites what exists'),
	},
	{
		name: 'a choice whose name holds a comma is not recognised in a comma-separated text',
		hits: (story, violation) =>
			dialectOf(story).several === 'commas' &&
			isKind(
				violation,
				'sends what is unchanged',
				'returns another value',
				'changes what nobody gave',
				'fails without need',
			),
	},
	{
		name: 'only the first bad item is named',
		hits: (_, violation) => isKind(violation, 'names not all bad items'),
	},
	{
		name: 'a short text such as OK is taken for another program',
		hits: (story, violation) =>
			dialectOf(story).writeAnswer === '200 OK' &&
			(/What answered is not the API/.test(violation.found) ||
				isKind(violation, 'the dry run approves, the run fails')),
	},
	{
		name: 'several choices are refused where the definition says multiple false',
		hits: (story, violation) =>
			dialectOf(story).definitions === 'every property' &&
			isKind(violation, 'fails without need', 'names not all bad items', 'returns another value') &&
			(/takes one code|has no (?:such )?choice/.test(violation.found) ||
				['tags', 'people'].includes(violation.field ?? '')),
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
		name: 'a dry run does not see that a parent of an entry that stays would be deleted',
		hits: (story, violation) =>
			story.on === 'organizations' &&
			story.options.neverRemove !== undefined &&
			isKind(violation, 'the dry run approves, the run fails'),
	},
];
