import { grouped } from '../../nodes/RecordsDirectory/core/grouped';
import { MISTAKES } from '../../nodes/RecordsDirectory/core/values/mistake-words';

const HEADINGS: { readonly [Subject in keyof typeof MISTAKES]: string } = {
	credential: 'The credential',
	values: 'A value',
	json: 'A record as JSON',
	fields: 'The fields of a form',
	lists: 'A list',
	matching: 'Updates of records',
	directory: 'Import and Sync of the directory',
	trigger: 'The trigger',
};

/** The messages about wrong input, by what they are about, as tables of what to do. */
export const mistakesChapters = (): string =>
	Object.entries(HEADINGS)
		.map(([subject, heading]) =>
			[
				`### ${heading}`,
				'',
				'| Message | What to do |',
				'| --- | --- |',
				...rows(Object.values(MISTAKES[subject as keyof typeof MISTAKES])),
			].join('\n'),
		)
		.join('\n\n');

/** A row for each advice, with all messages that it is for. */
const rows = (mistakes: readonly string[]): string[] =>
	grouped(
		mistakes.map((words) => words.split(/\n\s*/)),
		([, advice = '']) => advice,
	).map(([advice, same]) => {
		const messages = same.map(([message = '']) => `\`${message.replace(/[[\]]/g, '')}\``);
		// Facts and expressions are code: Markdown would hide `<name>` elsewhere.
		return `| ${messages.join(', ')} | ${advice.replace(/\{.*\}|<\w+>/g, '`$&`')} |`;
	});
