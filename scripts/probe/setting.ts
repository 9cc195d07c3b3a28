/** Returns the setting of the credential that fits a behaviour, as a user would enter it. */
export function settingFor(question: string, behaviour: string | number): string | undefined {
	if (question === 'zoneOffsetMinutes')
		return `Time Zone: one with UTC${offsetInWords(+behaviour)}`;
	if (question === 'limitStatus')
		return 'Requests per 100 Seconds: fewer than now, as others use the site as well';
	return SETTINGS[`${question} ${behaviour}`];
}

const SETTINGS: Readonly<Record<string, string>> = {
	'scopes oneKey': 'Directory API Key: empty',
	'scopes twoKeys': 'Directory API Key: the key for the user and notice API',
	'selections codeObjects': 'Send Users and Organizations As: Code as Object',
	'selections pairs': 'Send Users and Organizations As: Code and Name',
	'selections codes': 'Send Users and Organizations As: Code as Text',
	'connection rejected': 'API Key and API Key Header: check both',
};

/** Writes minutes ahead of UTC as `+09:00`. */
export function offsetInWords(minutes: number): string {
	const parts = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
