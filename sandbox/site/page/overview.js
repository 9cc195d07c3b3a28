import * as api from './api.js';
import { h } from './dom.js';

function card(form) {
	const count = Number(form.count ?? 0);
	return h(
		'li',
		{ class: 'card' },
		h('h2', {}, h('a', { href: `${api.root}/forms/${encodeURIComponent(form.id)}` }, form.name)),
		form.explanation ? h('p', {}, form.explanation) : undefined,
		h(
			'p',
			{ class: 'quiet' },
			`${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`,
		),
	);
}

const link = (path, text) => h('a', { href: `${api.root}/${path}` }, text);

/** What to click first: the workflows of the sandbox watch this form. */
const start = ({ id, name }) => [
	...['Start here: ', link(`forms/${encodeURIComponent(id)}/add`, 'Add a record')],
	...[
		` to ${name}, with Aiko Tanaka as assignee. Within a minute, `,
		link('channel', 'the channel'),
	],
	' shows the messages of the workflows.',
];

export async function overview() {
	const forms = await api.forms();
	return {
		title: 'Forms',
		content: forms.length
			? [h('p', {}, start(forms[0])), h('ul', { class: 'cards' }, forms.map(card))]
			: [h('p', { class: 'quiet' }, 'There is no form yet.')],
	};
}
