import { badRequest, ServiceError } from '../errors.ts';
import type { Call } from '../operation.ts';

/** Takes the rows of an import one by one; every message names its row. */
export function importRows<Row>(
	{ dialect, store }: Call,
	listName: string,
	rows: readonly Row[],
	take: (row: Row) => void,
): void {
	const takeRow = (row: Row, index: number) => {
		try {
			store.change(() => take(row));
			return [];
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const details = error.details.length > 0 ? error.details : [error.message];
			return details.map((detail) => `${listName}[${index}]: ${detail}`);
		}
	};
	switch (dialect.importFailure) {
		case 'nothing':
			return store.change(() => refuse(rows.flatMap(takeRow)));
		case 'rowsBeforeStay':
			return rows.forEach((row, index) => refuse(takeRow(row, index)));
		case 'goodRowsStay':
			return refuse(rows.flatMap(takeRow));
	}
}

function refuse(details: string[]): void {
	if (details.length > 0) throw badRequest(...details);
}
