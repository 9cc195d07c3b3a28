import { PAGE, RECORDS, type Task } from './job';
import { contextOf, ONE_ITEM } from './n8n';
import { record } from './ours';

/** What any node in n8n does at least: n8n's own request function, and an item for each record. */
export const reads: Task = async (job) => async () => {
	const context = contextOf(record(job, 'getAll', {}), [...ONE_ITEM]);
	const { httpRequestWithAuthentication } = context.helpers;
	const items: object[] = [];
	for (let page = 1; ; page++) {
		const { records } = (await httpRequestWithAuthentication.call(context, 'recordsDirectoryApi', {
			url: job.url + RECORDS,
			qs: { page, limit: PAGE, order: 'recordId:desc' },
			json: true,
		})) as { readonly records: readonly object[] };
		for (const json of records) items.push({ json, pairedItem: { item: 0 } });
		if (records.length < PAGE) return items.length;
	}
};
