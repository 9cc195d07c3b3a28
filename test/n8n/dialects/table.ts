import { allowed } from './allowed';
import { eventsFor, mutes } from './events';
import { notYetWithstood } from './not-yet-withstood';
import { runsFor } from './runs';
import { settings, type Setting } from './settings';

/** What the matrix tries, as a table for people. */
export function dialectsTable(): string {
	const head = ['Row', 'Tried', 'Runs', 'Stories', 'Allowed differences', 'Not handled yet'];
	const rows = [...new Set(settings.map(({ row }) => row))];
	const lines = [head, ['--:', '---', '--:', '--:', '---', '---'], ...rows.map(lineOf), totals()];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lineOf(row: number): string[] {
	const some = settings.filter((one) => one.row === row);
	const names = some.map(({ name }) => name).join('; ');
	return [
		String(row),
		names,
		...counts(some),
		reasons(some).join('<br>'),
		missing(some).join('<br>'),
	];
}

const counts = (some: readonly Setting[]): string[] =>
	[
		some.flatMap((one) => runsFor(one, false)),
		some.flatMap((one) => eventsFor(one, settings.indexOf(one), false)),
	].map(({ length }) => length.toLocaleString('en-US'));

const totals = () => ['All', '', ...counts(settings), '', ''];

const missing = (some: readonly Setting[]): string[] => {
	const names = some.map(({ name }) => name);
	const found = notYetWithstood.filter(({ under }) => under.some((name) => names.includes(name)));
	return [...new Set(found.map(({ why }) => why))];
};

const reasons = (some: readonly Setting[]): string[] => {
	const names = some.map(({ name }) => name);
	const ofRuns = allowed.filter(({ under }) => under.some((name) => names.includes(name)));
	const ofStories = mutes.filter(({ under }) => names.some((name) => under.test(name)));
	return [...new Set([...ofRuns, ...ofStories].map(({ why }) => why))];
};
