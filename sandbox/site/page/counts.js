import * as api from './api.js';
import { attempt, h } from './dom.js';

const sumOf = ({ notices } = {}) =>
	(notices ?? [])
		.flatMap(({ noticeList }) => noticeList ?? [])
		.reduce((sum, { count }) => sum + Number(count), 0);

/** The requests of one click: the workflows need the others of the 100 that the service takes in 100 seconds. */
const mostAtOnce = 20;

function isInView(element) {
	const { top, bottom } = element.getBoundingClientRect();
	return element.isConnected && bottom > 0 && top < innerHeight;
}

/** The notices of the people in view, counted when somebody asks: one request for each. */
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
			const inView = counted.people.filter((code) => isInView(cells.get(code)));
			const people = inView
				.sort((one, other) => known.has(one) - known.has(other))
				.slice(0, mostAtOnce);
			bar.max = people.length;
			place.append(bar);
			for (const [index, code] of people.entries()) {
				bar.value = index;
				known.set(code, sumOf(await api.notices(code)));
				cells.get(code).textContent = String(known.get(code));
			}
			bar.remove();
		});
	const title = `Counts the notices of the people in view, at most ${mostAtOnce}: one request for each`;
	const button = h('button', { type: 'button', title, onclick: count }, 'Count notices');
	const counted = { people: [], button, cell, place };
	return counted;
}
