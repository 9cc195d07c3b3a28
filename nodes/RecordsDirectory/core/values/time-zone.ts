/** Making one takes thirty times as long as using it, and imports have many moments in one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of a zone, `yyyy-MM-dd hh:mm:ss`; `sv` is the locale that writes it so. */
export function timeIn(timeZone: string, moment: Date): string {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	return format.format(moment);
}
