/** A line of an outcome with every value in one spelling: two lines that mean the same are then equal. */
export function meaningOf(line: string): string {
	const sign = /^[+-] /.exec(line)?.[0] ?? '';
	try {
		return sign + JSON.stringify(meant(JSON.parse(line.slice(sign.length))));
	} catch {
		// The beginning of a line is enough where its end is open.
		return plain(line);
	}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function meant(value: unknown): unknown {
	if (Array.isArray(value)) {
		const all: unknown[] = value.map(meant);
		// Several choices may be one text.
		return all.every((one) => typeof one === 'string') ? all.join(',') : all;
	}
	return isObject(value) ? meantObject(value) : plain(String(value ?? ''));
}

function meantObject(value: Record<string, unknown>): unknown {
	// A row of a detail table.
	if (Object.keys(value).length === 1 && isObject(value.record)) return meant(value.record);
	const said = Object.entries(value)
		// A related code may be under the ID of its field, with or without a suffix.
		.map(([name, one]) => [name.replace(/\[\d\]$/, ''), meant(one)] as const)
		.filter(([, one]) => one !== '');
	return Object.fromEntries(said.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Numbers are texts here, days have slashes, and times neither seconds nor a zone. */
const plain = (text: string): string =>
	text
		.replace(/^data:[^,]*;base64,/, '')
		.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3')
		.replace(/(\d{4}\/\d\d\/\d\d)[T ](\d\d:\d\d)(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, '$1 $2');
