import { idsAbove, type Id } from '../../../nodes/RecordsDirectory/core/id';
import { textIn, type JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { formNames, searchedName } from '../requests';
import {
	FORMS,
	formsToRead,
	recordIdsOf,
	answerRowsOf,
	answerStatusOf,
	type Answers,
} from '../answers';
import {
	agreedEvidence,
	cannotBeAsked,
	firstOf,
	likelyEvidence,
	measuredEvidence,
	needsWriting,
	question,
	seenEvidence,
	type Evidence,
} from '../question';

/** How lists are cut, sorted and searched. */
export const lists = [
	question({
		name: 'defaultLimit',
		rows: [4],
		about: 'Rows of a page if no limit is sent',
		asks: ['no limit', 'no limit, next page', 'no limit again'],
		behaviours: { '#': 'A page has # rows if no limit is sent. The nodes always send one.' },
		read: (answers) => pageSize(answers, ['no limit', 'no limit, next page', 'no limit again']),
	}),
	question({
		name: 'pageCap',
		rows: [29],
		about: 'The most rows of a page',
		asks: ['records 0', 'next page', 'records again'],
		behaviours: {
			'#': 'A page has # rows at most. Reading a whole form costs 1 request per # records.',
		},
		documented: ['1000'],
		read: (answers) => pageSize(answers, ['records 0', 'next page', 'records again']),
	}),
	question({
		name: 'overLimit',
		rows: [5],
		about: 'A limit of more than 1,000 rows',
		asks: ['over the limit', 'records 0'],
		behaviours: {
			error: 'The site rejects a limit over 1,000. The nodes never send one.',
			cut: 'The site accepts a limit over 1,000. The nodes never send one.',
		},
		read: (answers) => {
			if (!answerRowsOf(answers, 'records 0')) return undefined;
			return seenEvidence(
				firstOf([
					['error', answerStatusOf(answers, 'over the limit') === 400],
					['cut', answerRowsOf(answers, 'over the limit')],
				]),
				'over the limit',
			);
		},
	}),
	question({
		name: 'pastTheEnd',
		rows: [6],
		about: 'A page after the last one',
		asks: ['past the end', 'records again'],
		behaviours: {
			empty: 'A page after the last one is empty. The nodes stop there.',
			notFound: 'A page after the last one fails with 404. The nodes read that as the end.',
			lastAgain: 'A page after the last one is the last page again. The nodes stop there.',
			repeats: 'A page after the last one has rows again. The nodes notice that they repeat.',
		},
		read: (answers) => {
			if (!answerRowsOf(answers, 'records again')) return undefined;
			// Only a page far behind the end may fail.
			if (answerStatusOf(answers, 'past the end') === 404)
				return likelyEvidence('notFound', 'past the end');
			const rows = answerRowsOf(answers, 'past the end');
			const first = recordIdsOf(answerRowsOf(answers, 'records again') ?? []);
			return (
				rows &&
				seenEvidence(
					firstOf([
						['empty', rows.length === 0],
						['repeats', recordIdsOf(rows).some((id) => first.includes(id))],
						['lastAgain', true],
					]),
					'past the end',
				)
			);
		},
	}),
	question({
		name: 'defaultOrder',
		rows: [8],
		about: 'The order of records if none is requested',
		asks: ['records 0', 'next page'],
		behaviours: {
			idAscending: 'Records come by record ID. The nodes always request an order.',
			idDescending: 'Records come by record ID, newest first. The nodes always request an order.',
			updatedAtDescending: 'Records come last updated first. The nodes always request an order.',
		},
		read: defaultOrder,
	}),
	question({
		name: 'ties',
		rows: [7],
		about: 'The order of records with equal sort values',
		asks: ['sorted', 'sorted again'],
		behaviours: {
			id: 'Equal records come by record ID. Sorted lists are safe to read in pages.',
			idDescending: 'Equal records come newest first. Sorted lists are safe to read in pages.',
			insertion: 'Equal records have a fixed order. An edit moves a record within a sorted list.',
			shuffled:
				'Equal records come in another order each time. A sorted list of several pages may fail: leave Sort By empty.',
		},
		read: ties,
	}),
	question({
		name: 'orderDirections',
		rows: [9],
		about: 'Whether lists can be sorted in ascending order',
		asks: ['sorted', 'sorted upwards'],
		behaviours: {
			descOnly: 'The site only sorts in descending order, as the document says. So do the nodes.',
			any: 'The site also sorts in ascending order. The nodes do not need it.',
		},
		read: (answers) => {
			const downwards = creatorsIn(answers, 'sorted');
			if (!downwards) return undefined;
			if (answerStatusOf(answers, 'sorted upwards') === 400)
				return seenEvidence('descOnly', 'sorted upwards');
			const upwards = creatorsIn(answers, 'sorted upwards');
			const unsorted = creatorsIn(answers, 'records 0');
			const rises = upwards && isRising(upwards) && new Set(upwards).size > 1;
			return rises && unsorted && !isRising(unsorted)
				? seenEvidence('any', 'sorted upwards')
				: undefined;
		},
	}),
	question({
		name: 'query',
		rows: [17],
		about: 'A query that the site cannot understand',
		asks: ['records 0', 'unknown query'],
		behaviours: {
			applied: 'The site reads Query. A mistake in it fails with 400, or finds nothing.',
			ignored: 'The site ignores Query, at least with a mistake in it. Check what it returns.',
		},
		read: (answers) => {
			if ((answerRowsOf(answers, 'records 0') ?? []).length === 0) return undefined;
			if (answerStatusOf(answers, 'unknown query') === 400)
				return seenEvidence('applied', 'unknown query');
			const rows = answerRowsOf(answers, 'unknown query');
			return rows && likelyEvidence(rows.length === 0 ? 'applied' : 'ignored', 'unknown query');
		},
	}),
	question({
		name: 'nameFilter',
		rows: [31],
		about: 'What a search by name finds',
		asks: ['forms', 'name', 'start of the name', 'inside of the name', 'name in other letters'],
		behaviours: {
			exact: "Filters by 'Name' find the whole name only.",
			prefix: "Filters by 'Name' find what begins with it.",
			part: "Filters by 'Name' find every name that contains it.",
			folded: "Filters by 'Name' find every name that contains it, in capitals or small letters.",
		},
		read: nameFilter,
	}),
	question({
		name: 'keywordWithoutFields',
		rows: [32],
		about: 'A keyword in a form without search fields',
		asks: FORMS.slice(0, 4).flatMap((form) => [`records ${form}`, `keyword ${form}`]),
		behaviours: {
			all: "A form without search fields ignores 'Keyword'. The nodes notice it and fail.",
			refused: "A form without search fields rejects 'Keyword'.",
		},
		read: (answers) =>
			agreedEvidence(
				FORMS.slice(0, 4)
					.filter((form) => (answerRowsOf(answers, `records ${form}`) ?? []).length > 0)
					.map((form) => `keyword ${form}`)
					.map((by) => ({
						by,
						behaviour: firstOf([
							['refused', answerStatusOf(answers, by) === 400],
							['all', (answerRowsOf(answers, by) ?? []).length > 0],
						]),
					})),
			),
	}),
	cannotBeAsked('deepPages', 45, 'How far a list can be read'),
	cannotBeAsked('emptyLists', 46, 'How an empty list is written'),
	cannotBeAsked('unreadableRecord', 51, 'Whether there are records that the key may not read'),
	cannotBeAsked('idOrder', 53, 'Whether records are sorted by their ID as a number'),
	cannotBeAsked('futureRecord', 55, 'Whether a record is dated in the future'),
	cannotBeAsked('heavyPages', 56, 'Whether a page can be too large or too slow'),
	cannotBeAsked('heavyRows', 56, 'How many records are too large or too slow'),
	needsWriting('livingLists', 30, 'What happens to a list while its rows are deleted'),
];

/** Rows of a full page: another page follows it, and reading it again returns as many rows. */
function pageSize(
	answers: Answers,
	[page, next, again]: readonly [string, string, string],
): Evidence<never> | undefined {
	const [first, second, third] = [page, next, again].map((name) => answerRowsOf(answers, name));
	if (!first || !second || !third || first.length !== third.length) return undefined;
	const known = new Set(recordIdsOf(first));
	const isFurther = second.length > 0 && !recordIdsOf(second).some((id) => known.has(id));
	// Others may have created or deleted a record in between; sites cut at round numbers.
	return isFurther && first.length % ROUND === 0 ? measuredEvidence(first.length, next) : undefined;
}

const ROUND = 10;
/** Fewer records may be in order by chance. */
const LEAST_ROWS = 5;

/** Finds the only order that each page has; others may write between two pages. */
function defaultOrder(answers: Answers) {
	const pages = ['records 0', 'next page'].map((name) => answerRowsOf(answers, name) ?? []);
	if ((pages[0] ?? []).length < LEAST_ROWS) return undefined;
	const [only, another] = orders.filter(({ fits }) => pages.every((rows) => isInOrder(rows, fits)));
	if (!only || another) return undefined;
	// Oldest update first would look the same if nobody has edited an old record.
	const isByUpdate = pages.every((rows) => isRising(rows.map((row) => textIn(row.updatedAt))));
	return (isByUpdate ? likelyEvidence : seenEvidence)(only.order, 'records 0');
}

const orders = [
	{ order: 'idAscending', fits: (one: JsonObject, next: JsonObject) => above(next, one) > 0 },
	{ order: 'idDescending', fits: (one: JsonObject, next: JsonObject) => above(one, next) > 0 },
	{
		order: 'updatedAtDescending',
		fits: (one: JsonObject, next: JsonObject) => textIn(one.updatedAt) >= textIn(next.updatedAt),
	},
] as const;

const isInOrder = <T>(list: readonly T[], fits: (one: T, next: T) => boolean): boolean =>
	list.slice(1).every((next, n) => fits(list[n] as T, next));

function creatorsIn(answers: Answers, name: string): readonly string[] | undefined {
	const rows = answerRowsOf(answers, name);
	return rows && rows.length >= LEAST_ROWS
		? rows.map(({ creatorCode }) => textIn(creatorCode))
		: undefined;
}

const isRising = (texts: readonly string[]): boolean => isInOrder(texts, (a, b) => a <= b);

/** Fewer neighbours may be in order by chance. */
const LEAST_PAIRS = 20;

/** Two records of one creator that are neighbours in a list sorted by creator. */
type Pair = readonly [JsonObject, JsonObject];

function ties(answers: Answers) {
	const [first = [], second = []] = ['sorted', 'sorted again'].map((name) =>
		answerRowsOf(answers, name),
	);
	const pairs = tiedPairs(first);
	const places = new Map(second.map((row, n) => [rowKey(row), n]));
	// If a user has edited a record, the second sort value proves nothing.
	const both = pairs.filter((pair) => pair.every((row) => places.has(rowKey(row))));
	const placeOf = (row: JsonObject) => places.get(rowKey(row)) ?? 0;
	const turned = both.filter(([a, b]) => placeOf(a) > placeOf(b));
	if (both.length < LEAST_PAIRS || !isGrouped(first)) return undefined;
	if (turned.length >= both.length / 4) return seenEvidence('shuffled', 'sorted again');
	return turned.length > 0 ? undefined : steadyTies(pairs);
}

const rowKey = ({ recordId, updatedAt, creatorCode }: JsonObject) =>
	[recordId, updatedAt, creatorCode].map(textIn).join(' ');

/** Whether the records of each creator are neighbours, as in a list sorted by creator. */
function isGrouped(rows: readonly JsonObject[]): boolean {
	const creators = rows.map(({ creatorCode }) => textIn(creatorCode));
	const changes = creators.filter((creator, n) => n > 0 && creator !== creators[n - 1]).length;
	return changes === new Set(creators).size - 1;
}

function tiedPairs(rows: readonly JsonObject[]): readonly Pair[] {
	return rows.slice(1).flatMap((row, n): Pair[] => {
		const before = rows[n];
		return before?.creatorCode === row.creatorCode && before ? [[before, row]] : [];
	});
}

function steadyTies(pairs: readonly Pair[]) {
	const rises = pairs.filter(([a, b]) => above(b, a) > 0).length;
	return likelyEvidence(
		firstOf([
			['idDescending', rises === 0],
			['insertion', rises < pairs.length],
			// Only a record that was edited after younger ones distinguishes the two orders.
			['id', pairs.some(([a, b]) => isEditedAfter(a, b))],
		]),
		'sorted',
	);
}

function above(one: JsonObject, other: JsonObject): number {
	const [a, b] = [one, other].map((row): Id | undefined => recordIdsOf([row])[0]);
	return a === undefined || b === undefined ? 0 : idsAbove(a, b);
}

const isEditedAfter = (one: JsonObject, other: JsonObject): boolean => {
	const [edited, created] = [textIn(one.updatedAt), textIn(one.createdAt)];
	const [otherEdited, otherCreated] = [textIn(other.updatedAt), textIn(other.createdAt)];
	return edited > created && edited > otherEdited && created < otherCreated;
};

/** Evaluates the four searches, from the exact name to what only some sites find. */
function nameFilter(answers: Answers) {
	const [whole, start, inside, otherCase] = [
		'name',
		'start of the name',
		'inside of the name',
		'name in other letters',
	].map((name) => answerRowsOf(answers, name, 'forms'));
	if (!whole || !start || !inside || !otherCase) return undefined;
	const wanted = searchedName(answers);
	const has = (rows: readonly JsonObject[]) => formNames(rows).includes(wanted ?? '');
	const by = 'inside of the name';
	const [hasStart, hasInside] = [has(start), has(inside)];
	if (!has(whole) || (hasInside && !hasStart)) return undefined;
	// A site that ignores the name would find everything.
	const isSearch = otherCase.length < formsToRead(answers).length;
	if (has(otherCase)) return seenEvidence(hasInside && isSearch ? 'folded' : undefined, by);
	if (hasInside) return seenEvidence('part', by);
	// A search by words, say, would look the same.
	return likelyEvidence(hasStart ? 'prefix' : 'exact', by);
}
