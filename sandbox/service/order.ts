import type { Dialect } from './dialects.ts';
import { badRequest } from './errors.ts';
import type { OutputField } from './fields.ts';
import { fieldOf, systemColumns, valueColumn } from './identifiers.ts';
import type { Form } from './resources.ts';

const defaults: Record<Dialect['defaultOrder'], string> = {
	idAscending: 'recordId',
	idDescending: 'recordId DESC',
	updatedAtDescending: 'updatedAt DESC',
};

const tieBreakers: Record<Dialect['ties'], string> = {
	id: 'recordId',
	insertion: 'written',
	shuffled: 'random()',
};

/** SQL of ORDER BY: rule 5 of output-field limiting, and the dialect where the document is silent. */
export function orderSql(
	form: Form,
	output: readonly OutputField[],
	order: string | undefined,
	dialect: Dialect,
): string {
	const keys =
		order === undefined
			? [defaults[dialect.defaultOrder]]
			: sortKeys(order, dialect).map(({ identifier, direction }) => {
					return `${sortColumn({ form, output, dialect }, identifier)} ${direction}`;
				});
	return [...keys, tieBreakers[dialect.ties]].join(', ');
}

interface Sorted {
	form: Form;
	output: readonly OutputField[];
	dialect: Dialect;
}

function sortKeys(order: string, dialect: Dialect) {
	const any = dialect.orderDirections === 'any';
	const keys = any ? order.split(',') : [order];
	return keys.map((key) => {
		const [, identifier, direction] = /^(.+?)(?::(desc|asc))?$/.exec(key) ?? [];
		const known = any || (direction === 'desc' && !identifier?.includes(','));
		if (identifier === undefined || !known) {
			throw badRequest(`The parameter [order] must be <field_identifier>:desc, not [${key}].`);
		}
		return { identifier, direction: direction === 'desc' ? 'DESC' : 'ASC' };
	});
}

function sortColumn({ form, output, dialect }: Sorted, identifier: string): string {
	const field = fieldOf(form, identifier);
	if (field === undefined) {
		const column = systemColumns.get(identifier);
		if (column === 'recordId' && dialect.idOrder === 'text') return 'CAST(recordId AS TEXT)';
		if (column !== undefined) return column;
		throw badRequest(`The field [${identifier}] of [order] does not exist.`);
	}
	if (field.fieldType === 'detailTable') {
		throw badRequest(`The detail-table field [${identifier}] cannot be used in [order].`);
	}
	if (!output.some((entry) => entry.field === field)) {
		throw badRequest(`The field [${identifier}] of [order] is not output.`);
	}
	return valueColumn(identifier);
}
