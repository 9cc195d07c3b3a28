/** How often each thing happened that should happen once. */
export type Times = ReadonlyMap<string, number>;

export function counted(expected: readonly string[], happened: readonly string[]): Times {
	const times = new Map(expected.map((what) => [what, 0]));
	for (const what of happened) if (times.has(what)) times.set(what, times.get(what)! + 1);
	return times;
}

const named = (times: Times, wanted: (n: number) => boolean) =>
	[...times].filter(([, n]) => wanted(n)).map(([what]) => what);

export const missing = (times: Times) => named(times, (n) => n === 0);
export const doubled = (times: Times) => named(times, (n) => n > 1);
