import { Problem, root } from './api.js';
import { channel } from './channel.js';
import { detail } from './detail.js';
import { h, problemBox, sayNow } from './dom.js';
import { add, edit } from './edit.js';
import { list } from './list.js';
import { overview } from './overview.js';
import { people } from './people.js';
import { person } from './person.js';

const views = [
	['/', 'forms', overview],
	['/forms/:appsId', 'forms', list],
	['/forms/:appsId/records', 'forms', list],
	['/forms/:appsId/add', 'forms', add],
	['/forms/:appsId/records/:recordId', 'forms', detail],
	['/forms/:appsId/records/:recordId/edit', 'forms', edit],
	['/channel', 'channel', channel],
	['/people', 'people', people],
	['/people/:code', 'people', person],
];

function viewFor(path) {
	const given = path.split('/').filter(Boolean);
	for (const [route, section, view] of views) {
		const parts = route.split('/').filter(Boolean);
		const fits = (part, index) => part.startsWith(':') || part === given[index];
		if (parts.length !== given.length || !parts.every(fits)) continue;
		const slots = parts.map((part, index) => [part.slice(1), decodeURIComponent(given[index])]);
		return { section, view, slots: Object.fromEntries(slots) };
	}
	return undefined;
}

function heading({ title, crumbs = [], tags = [], actions = [] }) {
	return h(
		'div',
		{ class: 'heading' },
		crumbs.length
			? h(
					'nav',
					{ class: 'crumbs', 'aria-label': 'Where you are' },
					h(
						'ol',
						{},
						crumbs.map(([text, href]) => h('li', {}, h('a', { href }, text))),
					),
				)
			: undefined,
		h(
			'h1',
			{},
			title,
			tags.map((tag) => h('span', { class: 'tag' }, tag)),
		),
		actions.length ? h('div', { class: 'actions' }, actions) : undefined,
	);
}

const content = document.getElementById('content');

try {
	const found = viewFor(location.pathname.slice(root.length));
	if (!found) throw new Problem('This page does not exist.');
	const tab = document.querySelector(`[data-section="${found.section}"]`);
	tab.setAttribute('aria-current', 'page');
	const shown = await found.view(found.slots, new URLSearchParams(location.search));
	document.title = `${shown.title} · Records and Directory`;
	content.replaceChildren(heading(shown), ...shown.content.flat(2).filter(Boolean));
} catch (problem) {
	const retry = h('button', { type: 'button', onclick: () => location.reload() }, 'Try again');
	const back = h('a', { class: 'button', href: `${root}/` }, 'All forms');
	content.replaceChildren(
		heading({ title: 'Something went wrong' }),
		problemBox(problem),
		h('div', { class: 'actions' }, retry, back),
	);
}
content.removeAttribute('aria-busy');
sayNow();
