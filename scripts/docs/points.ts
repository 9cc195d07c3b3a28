import { QUESTIONS } from '../probe/findings';
import type { Question } from '../probe/question';

/** The table of the points on which the document is silent, with a row for each question of the probe. */
export const pointsTable = (): string =>
	[
		'| Point | Question | Name in a profile | Known behaviours | Shown by |',
		'| --- | --- | --- | --- | --- |',
		...QUESTIONS.map(
			(one) =>
				`| ${one.rows.join(', ')} | ${one.about} | \`${one.name}\` | ${behavioursOf(one)} | ${shownBy(one)} |`,
		),
	].join('\n');

const behavioursOf = ({ behaviours }: Question): string =>
	Object.keys(behaviours)
		.map((name) => (name === '#' ? 'a number' : `\`${name}\``))
		.join(', ');

function shownBy({ asks, behaviours, otherwise }: Question): string {
	if (Object.keys(behaviours).length === 0) return 'nothing';
	const isWritten = otherwise === 'needs writing';
	if (asks.length > 0) return isWritten ? 'reading or writing' : 'reading';
	return isWritten ? 'writing' : 'a reply over the rate limit';
}
