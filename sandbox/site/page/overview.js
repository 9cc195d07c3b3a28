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

export async function overview() {
	const forms = await api.forms();
	return {
		title: 'Forms',
		content: forms.length
			? [h('ul', { class: 'cards' }, forms.map(card))]
			: [h('p', { class: 'quiet' }, 'There is no form yet.')],
	};
}
