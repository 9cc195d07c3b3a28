import * as api from './api.js';
import { countedNotices } from './counts.js';
import { compared, inShort } from './differences.js';
import { listsOf } from './directory.js';
import { attempt, h } from './dom.js';
import { table } from './table.js';

const address = (code) => `${api.root}/people/${encodeURIComponent(code)}`;

function cell(row, index, isUser) {
	const text = row.cells[index];
	const name = isUser && row.mark !== 'gone' ? h('a', { href: address(row.code) }, text) : text;
	const was = row.was?.[index];
	return [
		index === 0 ? name : text,
		index === 0 && row.mark ? h('span', { class: `tag ${row.mark}` }, row.mark) : undefined,
		was === undefined ? undefined : h('span', { class: 'was' }, `was ${was || 'empty'}`),
	];
}

function section({ caption, heads, rows }, counts) {
	const isUsers = caption === 'Users';
	const id = caption.toLowerCase();
	const captions = heads.map((head, index) => ({
		caption: head,
		isRowName: index === 0,
	}));
	const cells = rows.map((row) => [
		...heads.map((_, index) => cell(row, index, isUsers)),
		row.mark === 'gone' ? '' : isUsers ? counts.cell(row.code) : String(row.count),
	]);
	const all = [...captions, { caption: isUsers ? 'Notices' : 'Users', isNumber: true }];
	return h(
		'section',
		{ 'aria-labelledby': id },
		h('h2', { id }, `${caption} (${rows.filter(({ mark }) => mark !== 'gone').length})`),
		isUsers ? h('p', { class: 'quiet' }, 'The service does not show who has retired.') : undefined,
		rows.length ? table(caption, all, cells) : h('p', { class: 'quiet' }, 'None.'),
	);
}

const since = (lists) => {
	const told = lists.map(({ caption, rows }) => [caption, inShort(rows)]);
	const changes = told
		.filter(([, words]) => words)
		.map(([caption, words]) => `${caption}: ${words}`);
	return changes.length
		? `Since this page was opened: ${changes.join('. ')}.`
		: 'Changes from now on, such as by a sync with HR, are marked when you click Refresh.';
};

export async function people() {
	const directory = await api.directory();
	const first = listsOf(directory);
	const place = h('div');
	const state = h('p', { class: 'quiet', role: 'status' });
	const lists = h('div', { class: 'lists' });
	const counts = countedNotices();

	function show(now, isCut) {
		const marked = now.map((list, index) => ({
			...list,
			rows: compared(first[index].rows, list.rows),
		}));
		counts.people = now[0].rows.map(({ code }) => code);
		lists.replaceChildren(...marked.map((list) => section(list, counts)));
		state.textContent = since(marked);
		if (isCut) state.append(' Only the first 1,000 users are shown.');
	}

	const lookAgain = () =>
		attempt(place, again, async () => {
			const now = await api.directory();
			show(listsOf(now), now.isCut);
		});
	const again = h('button', { type: 'button', onclick: lookAgain }, 'Refresh');
	// A user who comes back from n8n's editor wants to see what the workflow has done.
	document.addEventListener('visibilitychange', () => document.hidden || lookAgain());
	show(first, directory.isCut);
	return {
		title: 'People',
		actions: [again, counts.button],
		content: [place, counts.place, state, lists],
	};
}
