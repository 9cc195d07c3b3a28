import type { Fault, Service } from '../../sandbox/service/service';
import { settings, switchesOf, type Setting } from '../n8n/dialects/settings';

type Random = () => number;

export const oneOf = <T>(random: Random, from: readonly T[]): T =>
	from[Math.floor(random() * from.length)] as T;

const MOST_SETTINGS = 30;

/** Settings that a site can have together, up to thirty of them. */
export function combination(random: Random): readonly Setting[] {
	const wanted = 2 + Math.floor(random() * (MOST_SETTINGS - 1));
	const chosen: Setting[] = [];
	const known = new Set<string>();
	for (let tries = 0; tries < 10 * wanted && chosen.length < wanted; tries++) {
		const one = oneOf(random, settings);
		const names = [...switchesOf(one).keys()];
		if (names.some((name) => known.has(name))) continue;
		for (const name of names) known.add(name);
		chosen.push(one);
	}
	return chosen;
}

const answers: ReadonlyArray<Fault['answer']> = [
	{ status: 500 },
	{ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' },
	{ status: 503, body: '' },
	{ drop: 'before' },
	{ drop: 'after' },
	{ cut: true },
];

/** A handful of requests that fail, each in its own way. */
export function faults(random: Random, requests = 45): (service: Service) => void {
	const planned = Array.from({ length: 1 + Math.floor(random() * 8) }, () => ({
		nth: 1 + Math.floor(random() * requests),
		times: 1 + Math.floor(random() * 3),
		answer: oneOf(random, answers),
	}));
	return (service) => planned.forEach((fault) => service.faults.add(fault));
}

/** Others who create, edit and delete records between the requests. */
export function others(random: Random): (service: Service) => void {
	return ({ store }) => {
		for (let n = Math.floor(random() * 3); n > 0; n--) {
			const form = oneOf(random, store.forms.list());
			const last = store.records.count(form.id);
			const recordId = 1 + Math.floor(random() * last);
			const row = store.records.get(form.id, recordId);
			const isThere = row !== undefined && row.isDeleted === 0;
			const what = oneOf(random, ['create', 'edit', 'delete'] as const);
			if (what === 'create') store.addRecords(form.id, [{ values: {} }]);
			else if (isThere && what === 'edit') store.updateRecord(form.id, recordId, {});
			else if (isThere) store.deleteRecord(form.id, recordId);
		}
	};
}
