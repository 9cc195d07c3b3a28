/** Row 39 of the list of silent points: ids beyond what a number holds, written as text. */
const PREFIX = '9007199254740993';
const names = [
	...['id', 'appsId', 'recordId', 'commentId', 'parentId', 'fieldId', 'parentFieldId'],
	...['requiredId', 'calcFieldId', 'relationId', 'relationFieldId'],
];

/** An id as such a service writes it; what is no id (-1: no parent) stays. */
export const hugeId = (id: unknown): unknown =>
	/^\d+$/.test(String(id)) ? PREFIX + String(id).padStart(6, '0') : id;

/** The ids of a reply or a body, each changed. */
export function withIds(value: unknown, change: (id: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => withIds(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => {
			// Values of records are no ids; a filter of notices has one in words.
			if (name === 'record' || name === 'noticeList') return [name, one];
			return [name, names.includes(name) ? change(one) : withIds(one, change)];
		}),
	);
}

export const usualId = (id: unknown): unknown => {
	const [, usual] = new RegExp(`^${PREFIX}(\\d{6,})$`).exec(String(id)) ?? [];
	return typeof id === 'string' && usual !== undefined ? Number(usual) : id;
};

/** A path or query with ids as the service keeps them. */
export const usualIdsIn = (text: string): string =>
	text.replace(new RegExp(`${PREFIX}(\\d{6,})(?!\\d)`, 'g'), (_, id: string) => String(Number(id)));

export const hugeIdsIn = (path: string): string =>
	path.replace(/\/(\d+)(?=\/|$)/g, (_, id: string) => `/${String(hugeId(id))}`);
