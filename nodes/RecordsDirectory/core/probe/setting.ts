/** The setting of the credential that fits a behaviour, as a person would enter it. */
export function settingFor(question: string, behaviour: string | number): string | undefined {
	if (question === 'zoneOffsetMinutes') return `Time Zone: one with ${zoneInWords(+behaviour)}`;
	if (question === 'limitStatus')
		return 'Requests per 100 Seconds: fewer than now, as others use the site as well';
	return SETTINGS[`${question} ${behaviour}`];
}

const SETTINGS: Readonly<Record<string, string>> = {
	'scopes oneKey': 'Directory API Key: empty',
	'scopes twoKeys': 'Directory API Key: the key for the user and notice API',
	'connection rejected': 'API Key and API Key Header: check both',
};

/** Minutes ahead of UTC as `UTC+09:00`. */
function zoneInWords(minutes: number): string {
	const parts = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
	return `UTC${minutes < 0 ? '-' : '+'}${text}`;
}
