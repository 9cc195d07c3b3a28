/** Shorter waits for the rate limit are not mentioned. */
export const WORTH_TELLING_MS = 5_000;

/** Puts a duration into words: `45 s`, `3 min 20 s`, `2 h 47 min`. */
export function spanInWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return `${seconds} s`;
	return minutes < 60
		? `${minutes} min ${seconds % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
