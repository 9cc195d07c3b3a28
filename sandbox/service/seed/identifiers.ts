/**
 * Row 25 of the list of silent points: how a form names its fields. The seeded forms are written with the
 * first; 'javascript' gives two fields of each form names that every object already has.
 */
export type Identifiers = 'hyphens' | 'underscores' | 'japanese' | 'javascript';

const names: Record<Identifiers, (fieldId: number) => string> = {
	hyphens: (fieldId) => `field-${fieldId}`,
	underscores: (fieldId) => `field_${fieldId}`,
	japanese: (fieldId) => `項目${fieldId}`,
	javascript: (fieldId) => hostile.get(fieldId) ?? `field_${fieldId}`,
};

const hostile = new Map([
	...[2, 25, 36, 42].map((fieldId) => [fieldId, '__proto__'] as const),
	...[3, 23, 35, 43].map((fieldId) => [fieldId, 'constructor'] as const),
]);

/** The same data with fields named like that. */
export function withIdentifiers<Data>(data: Data, identifiers: Identifiers): Data {
	if (identifiers === 'hyphens') return data;
	const nameOf = (_: string, fieldId: string) => names[identifiers](Number(fieldId));
	// As text, because only JSON.parse makes `__proto__` an ordinary property.
	return JSON.parse(JSON.stringify(data).replace(/field-(\d+)/g, nameOf)) as Data;
}
