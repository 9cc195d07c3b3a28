/** Whether a value and its contents are exact: whole numbers above 2^53 are rounded when JSON is parsed. */
export const isExact = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).every(isExact)
		: !Number.isInteger(value) || Number.isSafeInteger(value);
