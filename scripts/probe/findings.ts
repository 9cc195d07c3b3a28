import { successOf, type Answers } from './answers';
import { probeRequestOf, probeRequestInWords } from './requests';
import { SCRATCH_WORDS } from './scratch-trace';
import type { Question } from './question';
import { access } from './questions/access';
import { deletion } from './questions/deletion';
import { lists } from './questions/lists';
import { replies } from './questions/replies';
import { times } from './questions/times';
import { values } from './questions/values';
import { writing } from './questions/writing';
import { settingFor } from './setting';

/** All questions, by the first of their rows. */
export const QUESTIONS: readonly Question[] = [
	...access,
	...lists,
	...deletion,
	...values,
	...times,
	...replies,
	...writing,
].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));

type Certainty = 'seen' | 'likely' | 'unsure' | 'needs writing';

/** What the probe found about one question. */
export interface Finding {
	readonly question: string;
	readonly about: string;
	/** Undefined if nothing shows it. */
	readonly behaviour?: string | number;
	readonly certainty: Certainty;
	/** The request that shows it, without IDs, names or codes of the site. */
	readonly evidence?: string;
	/** What it means for this package. */
	readonly meaning: string;
	/** Whether the site contradicts its document. */
	readonly isUndocumented: boolean;
	/** The setting of the credential that fits. */
	readonly setting?: string;
}

/** Returns what the replies show, question by question. */
export const findingsOf = (answers: Answers): readonly Finding[] =>
	QUESTIONS.map((one) => findingOf(one, answers));

function findingOf(asked: Question, answers: Answers): Finding {
	const { name, about, behaviours, documented, otherwise } = asked;
	const base = { question: name, about, isUndocumented: false };
	const reading = asked.read(answers);
	if (!reading) {
		// Some questions always need writing; others stay unsure only because no request succeeded.
		const isAnswered = asked.asks.some((ask) => successOf(answers, ask));
		const isWritten = answers.scratch !== undefined && Object.keys(behaviours).length > 0;
		const isOpen = !isWritten && (asked.asks.length === 0 || isAnswered);
		const certainty = isOpen ? otherwise : 'unsure';
		return { ...base, certainty, meaning: UNKNOWN[certainty] };
	}
	const { behaviour, certainty, by } = reading;
	const setting = settingFor(name, behaviour);
	const meaning = behaviours[String(behaviour)] ?? behaviours['#'] ?? '';
	return {
		...base,
		behaviour,
		certainty,
		evidence: evidenceOf(by),
		meaning: meaning.replaceAll('#', String(behaviour)),
		isUndocumented: documented !== undefined && !documented.includes(String(behaviour)),
		...(setting === undefined ? {} : { setting }),
	};
}

const evidenceOf = (by: string): string => {
	const written: Readonly<Record<string, string>> = SCRATCH_WORDS;
	return written[by] ?? probeRequestInWords(probeRequestOf(by));
};

const UNKNOWN = {
	unsure: 'The replies do not show it. The nodes work either way.',
	'needs writing': 'It cannot be seen without writing. The nodes work either way.',
} as const;
