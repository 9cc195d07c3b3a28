import axios from 'axios';
import { bodiesOf, idsTo, KEY, KEY_HEADER, PAGE, RECORDS, type Task } from './job';

const headers = { [KEY_HEADER]: KEY };

export const imports: Task = async ({ url, count }) => {
	const bodies = bodiesOf(count);
	return async () => {
		for (const body of bodies) await axios.post(`${url}${RECORDS}/import`, body, { headers });
		return count;
	};
};

export const reads: Task =
	async ({ url }) =>
	async () => {
		const rows: unknown[] = [];
		for (let page = 1; ; page++) {
			const params = { page, limit: PAGE, order: 'recordId:desc' };
			const { data } = await axios.get<{ records: unknown[] }>(url + RECORDS, { headers, params });
			for (const row of data.records) rows.push(row);
			if (data.records.length < PAGE) return rows.length;
		}
	};

export const gets: Task =
	async ({ url, count }) =>
	async () => {
		const rows: unknown[] = [];
		for (const id of idsTo(count)) {
			const { data } = await axios.get<unknown>(`${url}${RECORDS}/${id}`, { headers });
			rows.push(data);
		}
		return rows.length;
	};
