import * as api from './api.js';
import { h, link } from './dom.js';
import { inOneSpelling } from './values.js';

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
		h('h2', { id }, `Notices: ${appsName}`),
		h('ul', { class: 'notices' }, (noticeList ?? []).map(noticeEntry)),
	);
}

const entry = ([caption, text]) =>
	text ? h('div', { class: 'entry' }, h('dt', {}, caption), h('dd', {}, text)) : undefined;

export async function person({ code }) {
	const [user, answer, organizations] = await Promise.all([
		api.user(code),
		api.notices(code),
		api.organizations(),
	]);
	const nameOf = (organization) =>
		organizations.find((one) => one.code === organization)?.name ?? organization;
	const places = [user, ...(user.subBelong ?? [])].map((one) => nameOf(one.organizationCode));
	const notices = answer?.notices ?? [];
	return {
		title: user.name,
		crumbs: [['People', `${api.root}/people`]],
		content: [
			h(
				'dl',
				{ class: 'panel entries' },
				[
					['Code', user.code],
					['Login ID', user.loginId],
					['Organization', places.filter(Boolean).join(', ')],
					['Account valid until', inOneSpelling(user.expire)],
				].map(entry),
			),
			notices.length ? notices.map(appSection) : h('p', { class: 'quiet' }, 'No notices.'),
		],
	};
}
