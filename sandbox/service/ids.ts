/** Row 39 of the list of silent points: IDs too large for a number, written as text. */
const PREFIX = '9007199254740993';
const names = [
	...['id', 'appsId', 'recordId', 'commentId', 'parentId', 'fieldId', 'parentFieldId'],
	...['requiredId', 'calcFieldId', 'relationId', 'relationFieldId'],
];

/** Writes an ID as such a service does; a value that is not an ID (-1: no parent, 0: unset) is unchanged. */
export const hugeId = (id: unknown): unknown =>
	/^0*[1-9]\d*$/.test(String(id)) ? PREFIX + String(id).padStart(6, '0') : id;

/** Changes each ID of a reply or a body. */
export function withIds(value: unknown, change: (id: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => withIds(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => {
			// Values of records are not IDs; a filter of notices contains one in words.
			if (name === 'record' || name === 'noticeList') return [name, one];
			return [name, names.includes(name) ? change(one) : withIds(one, change)];
		}),
	);
}

export const usualId = (id: unknown): unknown => {
	const [, usual] = new RegExp(`^${PREFIX}(\\d{6,})$`).exec(String(id)) ?? [];
	return typeof id === 'string' && usual !== undefined ? Number(usual) : id;
};

/** Returns a path or query with the IDs that the service keeps. */
export const usualIdsIn = (text: string): string =>
	text.replace(new RegExp(`${PREFIX}(\\d{6,})(?!\\d)`, 'g'), (_, id: string) => String(Number(id)));

export const hugeIdsIn = (path: string): string =>
	path.replace(/\/(\d+)(?=\/|$)/g, (_, id: string) => `/${String(hugeId(id))}`);
