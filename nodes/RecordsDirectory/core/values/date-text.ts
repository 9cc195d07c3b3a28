/** A text split into date and time of day; not checked whether such a day or hour exists. */
interface DateText {
	/** `yyyy-MM-dd`; '' without a date. */
	readonly date: string;
	/** `hh:mm:ss`; '' without a time. */
	readonly time: string;
	/** The rest of the text, such as an offset; the whole text if it has neither. */
	readonly rest: string;
	/**
	 * The spelling: `full` with all digits, `2026/03/01 09:30`; `short` with single ones, `2026/3/1 9:30`;
	 * `other` with anything else, such as an hour without minutes, a fraction or an offset.
	 */
	readonly spelling: 'full' | 'short' | 'other';
}

const PARTS =
	/^(?:(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d))?(?:(?:^|(?<!^)[T ])(\d{1,2})(?::(\d{2})(?::(\d{2})([.,]\d+)?)?)?(?!\d))?([^]*)$/;

/** Splits a text. Every date and time that is read, matched or written goes through here. */
export function splitDateText(text: string): DateText {
	const [, year, , month, day, hour, minute, second, fraction, rest = ''] = PARTS.exec(text) ?? [];
	const isWhole = (year ?? hour) !== undefined && (hour === undefined) === (minute === undefined);
	const isPlain = isWhole && fraction === undefined && rest === '';
	const isFull = month?.length !== 1 && day?.length !== 1 && hour?.length !== 1;
	return {
		date: year === undefined ? '' : `${year}-${two(month)}-${two(day)}`,
		time: hour === undefined ? '' : `${two(hour)}:${two(minute)}:${two(second)}`,
		rest,
		spelling: !isPlain ? 'other' : isFull ? 'full' : 'short',
	};
}

/** Converts a local time, `yyyy-MM-dd hh:mm:ss`, to milliseconds as if it were UTC; NaN for other texts. */
export const utcMsOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

const two = (part = '') => part.padStart(2, '0');
