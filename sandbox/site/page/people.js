import * as api from './api.js';
import { h, link } from './dom.js';

function chooser(people, code) {
	const known = people.some((one) => one.code === code);
	const select = h(
		'select',
		{ id: 'person' },
		known ? undefined : h('option', { value: '' }, 'Choose a person'),
		people.map((one) => h('option', { value: one.code }, `${one.name} (${one.code})`)),
	);
	select.value = known ? code : '';
	const onsubmit = (event) => {
		event.preventDefault();
		if (select.value) location.assign(`${api.root}/people/${encodeURIComponent(select.value)}`);
	};
	return h(
		'form',
		{ class: 'search', onsubmit },
		h('label', { for: 'person' }, 'Notices of'),
		select,
		h('button', { type: 'submit' }, 'Show'),
	);
}

function noticeEntry({ label, count, url }) {
	return h(
		'li',
		{},
		url ? link(url, label) : h('span', {}, label),
		h('span', { class: 'count' }, String(count)),
	);
}

function appSection({ appsName, noticeList = [] }, index) {
	const id = `app-${index}`;
	return h(
		'section',
		{ class: 'panel', 'aria-labelledby': id },
		h('h2', { id }, appsName),
		h('ul', { class: 'notices' }, (noticeList ?? []).map(noticeEntry)),
	);
}

export async function people({ code = '' }) {
	const [list, answer] = await Promise.all([api.people(), code ? api.notices(code) : undefined]);
	const notices = answer?.notices ?? [];
	const name = list.find((one) => one.code === code)?.name ?? code;
	const words = code ? 'No notice at the moment.' : 'Choose whose notices to show.';
	return {
		title: code ? `Notices of ${name}` : 'Notices',
		content: [
			chooser(list, code),
			notices.length ? notices.map(appSection) : h('p', { class: 'quiet' }, words),
		],
	};
}
