import { badRequest, notFound } from '../errors.ts';
import { outputFields } from '../fields.ts';
import { type Call, created, noContent, type Operation } from '../operation.ts';
import { orderSql } from '../order.ts';
import { pageOf } from '../paging.ts';
import { keywordCondition, queryCondition } from '../query.ts';
import {
	createRecord as create,
	deleteRecord as remove,
	formOf,
	updateRecord as update,
} from '../record-changes.ts';
import { recordReply } from '../record-reply.ts';
import type { RecordRow, Values } from '../resources.ts';
import { importRows } from './import-rows.ts';

export const listRecords: Operation = ({ params, query, store, dialect, base }) => {
	const form = formOf(store, Number(params.appsId));
	const output = outputFields(form, query.fields);
	const order = orderSql(form, output, query.order, dialect);
	const conditions = [
		keywordCondition(form, query.keyword ?? '', dialect),
		query.query && dialect.query === 'applied'
			? queryCondition(form, query.query)
			: { where: [], values: [] },
		{ where: dialect.deletedListed ? [] : ['isDeleted = 0'], values: [] },
		dialect.unreadableRecord > 0
			? { where: ['recordId <> ?'], values: [dialect.unreadableRecord] }
			: { where: [], values: [] },
		dialect.visibleAfterSeconds > 0
			? { where: ['visibleFrom <= ?'], values: [store.clock.now().getTime()] }
			: { where: [], values: [] },
	];
	const records = pageOf(query, dialect, ({ limit, offset }) =>
		store.records.select(form.id, {
			where: conditions.flatMap(({ where }) => where),
			values: conditions.flatMap(({ values }) => values),
			...{ order, limit, offset },
		}),
	);
	return {
		status: 200,
		body: { records: records.map((row) => recordReply(form, row, output, dialect, base)) },
	};
};

export const getRecord: Operation = (call) => {
	const { store, dialect } = call;
	const { appsId, recordId } = ids(call);
	formOf(store, appsId);
	const row = store.records.get(appsId, recordId);
	if (row === undefined || (row.isDeleted !== 0 && !dialect.deletedReadable)) throw notFound();
	return { status: 200, body: whole(call, row) };
};

export const createRecord: Operation = (call) => {
	const { record } = call.body as { record: Values };
	const row = create(call.store, Number(call.params.appsId), record);
	const body = whole(call, row);
	switch (call.dialect.createRecordAnswer) {
		case 'record':
			return { status: 201, body, unspecified: true };
		case 'location': {
			const location = `${call.base}/api/apps/${row.appsId}/records/${row.recordId}`;
			return { status: 201, headers: { location } };
		}
		case 'empty':
			return created;
	}
};

export const updateRecord: Operation = (call) => {
	const { appsId, recordId } = ids(call);
	const body = call.body as Partial<RecordRow> & { record: Values };
	checkSame('appsId', body.appsId, appsId);
	checkSame('recordId', body.recordId, recordId);
	update(call.store, appsId, recordId, body.record, statusOf(call, body));
	return noContent;
};

export const deleteRecord: Operation = (call) => {
	const { appsId, recordId } = ids(call);
	remove(call.store, appsId, recordId);
	return noContent;
};

export const importRecords: Operation = (call) => {
	const { store, dialect } = call;
	const appsId = Number(call.params.appsId);
	formOf(store, appsId);
	const { records } = call.body as { records: (Partial<RecordRow> & { record: Values })[] };
	importRows(call, 'records', records, (row) => {
		checkSame('appsId', row.appsId, appsId);
		if (row.recordId === undefined || dialect.importRecords === 'alwaysCreates') {
			create(store, appsId, row.record, statusOf(call, row));
			return;
		}
		const before = store.records.get(appsId, row.recordId);
		if (before === undefined || before.isDeleted !== 0) {
			throw badRequest(`The [recordId] [${row.recordId}] does not exist.`);
		}
		update(store, appsId, row.recordId, row.record, statusOf(call, row));
	});
	return noContent;
};

/** Returns the process status that a body asks for, if the service accepts one. */
function statusOf({ dialect, params, store }: Call, { status }: Partial<RecordRow>) {
	if (status === undefined || dialect.statusInBody === 'ignored') return {};
	if (dialect.statusInBody === 'refused') throw badRequest('The [status] cannot be changed.');
	const { statuses = [] } = formOf(store, Number(params.appsId));
	if (!statuses.includes(status)) throw badRequest(`There is no [status] [${status}].`);
	return { status };
}

/** A body that names another record than the path is a mistake. */
function checkSame(name: string, given: number | undefined, inPath: number): void {
	if (given !== undefined && given !== inPath) {
		throw badRequest(`The [${name}] [${given}] is not that of the path.`);
	}
}

function whole({ store, dialect, base }: Call, row: RecordRow) {
	const form = formOf(store, row.appsId);
	return recordReply(form, row, outputFields(form, undefined), dialect, base);
}

const ids = ({ params }: Call) => ({
	appsId: Number(params.appsId),
	recordId: Number(params.recordId),
});
