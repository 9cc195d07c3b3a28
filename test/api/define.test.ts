import { entries } from '../../nodes/RecordsDirectory/api';
import type { OperationKey } from '../support/entries';
import { operation, text } from '../../nodes/RecordsDirectory/api/define';
import type { Values } from '../../nodes/RecordsDirectory/core/values/validate';

const words = { description: 'Read it' };
const field = text('It');
const one = { kind: 'one' } as const;
const many = { kind: 'many', root: 'user' } as const;

/** Compiles only if both types are the same. */
function same<A, B>(_: [A] extends [B] ? ([B] extends [A] ? true : false) : false): void {}

/** Never run: this code must compile, except where an error is expected. */
export function promises(): void {
	operation('GET /api/admin/users/{code}', { ...words, params: { code: field }, returns: one });
	operation('GET /api/admin/users', { ...words, params: {}, returns: many });
	// @ts-expect-error a slot without a parameter
	operation('GET /api/admin/users/{code}', { ...words, params: {}, returns: one });
	// @ts-expect-error a misspelled parameter
	operation('GET /api/admin/users/{code}', { ...words, params: { cod: field }, returns: one });
	operation('DELETE /api/apps/{appsId}/records/{recordId}', {
		...words,
		// @ts-expect-error the second slot has no parameter
		params: { form: field },
		returns: one,
	});
	operation('GET /api/apps/forms/{appsId}', {
		...words,
		// @ts-expect-error the number of a form is asked for as `form`
		params: { appsId: field },
		returns: one,
	});
	// @ts-expect-error an unknown method
	operation('PATCH /api/admin/users/{code}', { ...words, params: { code: field }, returns: one });
	// @ts-expect-error a path outside the API
	operation('GET /admin/users', { ...words, params: {}, returns: many });
	// @ts-expect-error a reply of no known shape
	operation('GET /api/admin/users', { ...words, params: {}, returns: { kind: 'some' } });
	operation('GET /api/admin/users', {
		...words,
		params: {},
		returns: one,
		// @ts-expect-error a strategy that nobody knows
		runs: { kind: 'x' },
	});
	// @ts-expect-error a parameter that is not a field
	operation('GET /api/admin/users/{code}', { ...words, params: { code: 'It' }, returns: one });

	const values: Values = { form: 1, record: {}, limit: 3, wholeRecord: true };
	// @ts-expect-error a misspelled option
	void values.wholeRecrod;
	// @ts-expect-error a value of another type than its field holds
	void ({ limit: 'three' } satisfies Values);
	same<Values['limit'], number | undefined>(true);
	same<Values['watchedFields'], string | undefined>(true);

	same<'record.getAll' | 'user.import' extends OperationKey ? true : false, true>(true);
	same<'record.getall' extends OperationKey ? true : false, false>(true);
	same<'notice.create' extends OperationKey ? true : false, false>(true);
	same<string extends OperationKey ? true : false, false>(true);
}

describe('the table of operations', () => {
	it('simplifies each resource to properties that it has', () => {
		for (const { entity, simplified = [] } of entries.map(({ resource }) => resource)) {
			expect(Object.keys(entity)).toEqual(expect.arrayContaining([...simplified]));
		}
	});

	it('reads lists, and only lists, in pages', () => {
		for (const { operation, key } of entries) {
			const isList = operation.returns.kind === 'many';
			expect([key, operation.runs.kind === 'pages']).toEqual([key, isList]);
		}
	});
});
