import * as api from './api.js';
import { h } from './dom.js';
import { slackText } from './slacktext.js';
import { atSite, inZone } from './values.js';

const everySeconds = 3;

function messageEntry(message) {
	const author = message.username || 'Workflow';
	const at = new Date(message.at);
	return h(
		'li',
		{ class: 'message' },
		h('span', { class: 'face', 'aria-hidden': 'true' }, [...author][0].toUpperCase()),
		h(
			'div',
			{},
			h(
				'p',
				{ class: 'by' },
				h('strong', {}, author),
				h('time', { class: 'quiet', datetime: message.at }, inZone(atSite(at))),
			),
			h('p', { class: 'lines' }, slackText(message.text || '(no text)')),
		),
	);
}

export async function channel() {
	const log = h('ul', { class: 'messages panel', role: 'log', 'aria-label': 'Messages' });
	const state = h('p', { class: 'quiet' });
	const nothing = h(
		'li',
		{ class: 'quiet' },
		'No message yet. Workflows send their messages here.',
	);
	log.append(nothing);
	const seen = new Set();

	function show(messages) {
		const news = messages.filter(({ id, at }) => !seen.has(`${id} ${at}`));
		if (!news.length) return;
		nothing.remove();
		for (const message of news) {
			seen.add(`${message.id} ${message.at}`);
			log.prepend(messageEntry(message));
		}
	}

	async function refresh() {
		try {
			show(await api.channel());
			state.textContent = `Newest first. Refreshed every ${everySeconds} seconds.`;
		} catch (problem) {
			state.textContent = `${problem.message} Trying again every ${everySeconds} seconds.`;
		}
	}

	await refresh();
	setInterval(() => document.hidden || refresh(), everySeconds * 1000);
	return { title: 'Channel', content: [state, log] };
}
