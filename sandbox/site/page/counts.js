import * as api from './api.js';
import { attempt, h } from './dom.js';

const sumOf = ({ notices } = {}) =>
	(notices ?? [])
		.flatMap(({ noticeList }) => noticeList ?? [])
		.reduce((sum, { count }) => sum + Number(count), 0);

/**
 * The notices of everybody, counted when somebody asks: the service answers for one person a request,
 * and the workflows need the requests that it allows.
 */
export function countedNotices() {
	const place = h('div');
	const known = new Map();
	const cells = new Map();
	const bar = h('progress', { 'aria-label': 'Notices counted' });

	function cell(code) {
		const element = h('span', {}, known.has(code) ? String(known.get(code)) : '–');
		cells.set(code, element);
		return element;
	}

	const count = () =>
		attempt(place, button, async () => {
			const { people } = counted;
			bar.max = people.length;
			place.append(bar);
			for (const [index, code] of people.entries()) {
				bar.value = index;
				known.set(code, sumOf(await api.notices(code)));
				cells.get(code).textContent = String(known.get(code));
			}
			bar.remove();
		});
	const title = 'One request for each person, of the 100 that the service takes in 100 seconds';
	const button = h('button', { type: 'button', title, onclick: count }, 'Count notices');
	const counted = { people: [], button, cell, place };
	return counted;
}
