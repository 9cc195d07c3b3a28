import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import type { JsonObject } from '../../core/json';
import type { PageRequest } from '../../core/listing/walk';
import { hasStatus } from '../../core/request/failure';
import { entityReader, listIn, objectIn, mustSayDeletion } from '../../core/request/reply';
import { pageRequest, toRequest } from '../../core/request/request';
import { watchedIn } from '../../core/trigger/field-history';
import { EVENT_PROPERTIES, recordIn, STATUS } from '../../core/values/record-properties';
import { formIn } from '../../core/values/validate';
import { formReaders, readLayout } from '../form/form-readers';
import { endOfList } from '../transport/list-reader';
import type { WatchSettings } from './source';

const { record } = resources;
const list = record.operations.getAll;
/** A field with the name of a property of events becomes `record.<name>`. */
const ofEvents = Object.fromEntries([...EVENT_PROPERTIES].map((name) => [name, 'string' as const]));
const layout = { ...record, entity: { ...record.entity, ...ofEvents } };

/** Requests per poll; the rest of the work is left to later polls. */
const MOST_REQUESTS = 30;
/** Of the editor's test step. */
export const SAMPLE_SIZE = 3;

interface AskedPage extends Omit<PageRequest, 'order'> {
	readonly order: string;
	/** Default: those that the user chose, or all. */
	readonly fields?: string | undefined;
}

/** `own` is what the event adds. */
interface FoundRecord {
	readonly raw: object;
	readonly own: JsonObject;
	/** The changed fields with their values before, by field ID; undefined for one that is not known. */
	readonly earlier?: Readonly<JsonObject> | undefined;
}

export function watchedRecords({ client, values, simplify }: WatchSettings) {
	const appsId = formIn(values);
	const { forms, keywords } = formReaders(client);

	/** `noPage` recognizes a missing page: no rows. Throws a `Failure` if no row says clearly whether it is deleted. */
	const read = async (
		{ order, page, limit, fields = values.fields }: AskedPage,
		noPage: (error: unknown) => undefined = endOfList(page),
	) => {
		const request = pageRequest(toRequest(list, { ...values, order, fields }), page, limit);
		const reply = await client.send(request).catch(noPage);
		if (!reply) return { rows: [], date: undefined };
		const rows = listIn(reply.body, 'records').map(objectIn);
		mustSayDeletion(rows);
		return { rows, date: reply.headers.date };
	};

	/** Its function makes properties of `changes` from two values of a field, named and shown as in items. */
	const changeLayout = async (id: string) => {
		const chosen = simplify ? { ...values, fields: id } : { names: 'identifiers' };
		const layOut = await readLayout(layout, forms, { ...chosen, simplify: true });
		const show = (value: unknown) =>
			layOut(id === STATUS ? { status: value } : { record: { [id]: value } });
		return (was: unknown, now: unknown) => {
			const before = was === undefined ? undefined : show(was);
			return Object.entries(show(now)).map(
				([name, to]) => [name, { ...(before && { from: before[name] }), to }] as const,
			);
		};
	};

	return {
		pollSettings: { appsId, maxRequests: MOST_REQUESTS },
		read,

		/** Asks for one short field of each record, if the site allows it. */
		async readIds(asked: AskedPage, noPage?: (error: unknown) => undefined) {
			const { shortFields } = client.learnt;
			const form = String(appsId);
			const short = shortFields.get(form);
			const page = await read({ ...asked, fields: short || undefined }, noPage).catch(
				(error: unknown) => {
					if (!short || asked.page > 1 || !hasStatus(error, 400)) throw error;
					shortFields.set(form, '');
					return read(asked, noPage);
				},
			);
			const found = shortFieldIn(page.rows[0] ?? {});
			if (short === undefined && found) shortFields.set(form, found);
			return page;
		},

		fields: () => forms(appsId),

		mustHeedKeyword: () => keywords(values),

		async items(found: readonly FoundRecord[]): Promise<IDataObject[]> {
			if (found.length === 0) return [];
			// The names of fields cost a request, which may fail, and nothing needs them where no record is left.
			const isEmpty = found.every(({ raw }) => Object.keys(raw).length === 0);
			const shown = { ...values, simplify: simplify && !isEmpty };
			const layOut = await readLayout(layout, forms, shown);
			const changed = new Set(found.flatMap(({ earlier = {} }) => Object.keys(earlier)));
			const layOuts = new Map<string, Awaited<ReturnType<typeof changeLayout>>>();
			for (const id of changed) layOuts.set(id, await changeLayout(id));
			return found.map(({ raw, own, earlier }) => {
				const laidOut = layOut(entityReader(record.entity)(raw as JsonObject));
				if (!earlier) return { ...laidOut, ...own } as IDataObject;
				const now = watchedIn({ raw }, Object.keys(earlier));
				const changes = Object.entries(earlier).flatMap(
					([id, was]) => layOuts.get(id)?.(was, now[id]) ?? [],
				);
				return { ...laidOut, ...own, changes: Object.fromEntries(changes) } as IDataObject;
			});
		},
	};
}

/** With the shortest text or number; undefined if there is none. */
function shortFieldIn(row: JsonObject): string | undefined {
	const lengths = Object.entries(recordIn(row))
		.map(([id, value]) => [id, typeof value === 'object' ? 0 : String(value).length] as const)
		.filter(([id, length]) => length > 0 && /^[\w-]+$/.test(id));
	return lengths.sort(([, a], [, b]) => a - b)[0]?.[0];
}
