import { shownDate } from '../dates.ts';
import type { Dialect } from '../dialects.ts';
import { namedLike } from '../names.ts';
import type { Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import { formOf } from '../record-changes.ts';
import type { Form } from '../resources.ts';
import type { Store } from '../store.ts';

export const listForms: Operation = ({ query, key, store, dialect }) => {
	const named = store.forms
		.list()
		.filter(({ name }) => namedLike(query.name, dialect)?.(name) ?? true)
		.filter((form) => key.form === undefined || key.form === form.id);
	const forms = pageOf(query, dialect, ({ offset, limit }) =>
		named.slice(offset, offset + limit),
	).map((form) => reply(store, form, dialect));
	return { status: 200, body: { forms } };
};

export const getForm: Operation = ({ params, store, dialect }) => ({
	status: 200,
	body: reply(store, formOf(store, Number(params.appsId)), dialect),
});

function reply(store: Store, form: Form, dialect: Dialect) {
	const date = (stored: string) => shownDate(stored, dialect);
	const { id, name, prefix, digits, startDay, endDay, readablePeriod, explanation, note } = form;
	const { creatorCode, createdAt, updaterCode, updatedAt } = form;
	return {
		id,
		name,
		prefix,
		digits,
		startDay: date(startDay),
		endDay: date(endDay),
		readablePeriod,
		explanation,
		note,
		size: store.records.size(id),
		count: store.records.count(id),
		creatorCode,
		createdAt: date(createdAt),
		updaterCode,
		updatedAt: date(updatedAt),
	};
}
