import type { Operation } from '../operation.ts';
import { answeredPage, readPage } from '../paging.ts';
import { formOf } from '../record-changes.ts';
import type { Form } from '../resources.ts';
import type { Store } from '../store.ts';

export const listForms: Operation = ({ query, key, store, dialect }) => {
	const page = readPage(query, dialect);
	const named = store.forms
		.list()
		.filter((form) => form.name.includes(query.name ?? ''))
		.filter((form) => key.form === undefined || key.form === form.id)
		.slice(page.offset, page.offset + page.limit);
	const forms = answeredPage(named, page, dialect).map((form) => reply(store, form));
	return { status: 200, body: { forms } };
};

export const getForm: Operation = ({ params, store }) => ({
	status: 200,
	body: reply(store, formOf(store, Number(params.appsId))),
});

function reply(store: Store, form: Form) {
	const { id, name, prefix, digits, startDay, endDay, readablePeriod, explanation, note } = form;
	const { creatorCode, createdAt, updaterCode, updatedAt } = form;
	return {
		id,
		name,
		prefix,
		digits,
		startDay,
		endDay,
		readablePeriod,
		explanation,
		note,
		size: store.records.size(id),
		count: store.records.count(id),
		creatorCode,
		createdAt,
		updaterCode,
		updatedAt,
	};
}
