const dayMs = 86_400_000;
/** After the last record of the data as it is written. */
const written = Date.UTC(2026, 0, 10, 10);
/** Days without a time, such as due dates, move less: some are then past and some are not. */
const lag = 35;

/** The same data, moved by whole days so that it ends shortly before `now`, a time as the service writes it. */
export function asOf<Data>(data: Data, now: string): Data {
	const days = Math.floor((utc(now) - written) / dayMs);
	const dates = /"(\d{4}([-/])\d\d\2\d\d)( \d\d:\d\d:\d\d)?"/g;
	const moved = (_: string, day: string, _sign: string, time = '') =>
		`"${later(day, time === '' ? days - lag : days)}${time}"`;
	return JSON.parse(JSON.stringify(data).replace(dates, moved)) as Data;
}

const utc = (text: string) => Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`);

function later(day: string, days: number): string {
	const [, sign = '-'] = /^\d+(.)/.exec(day) ?? [];
	const moved = new Date(utc(`${day} 00:00:00`) + days * dayMs);
	return moved.toISOString().slice(0, 10).replaceAll('-', sign);
}
