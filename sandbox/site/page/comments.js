import * as api from './api.js';
import { ask, attempt, h, say } from './dom.js';
import { base64Of, bytesOf, momentInZone, sizeInWords } from './values.js';

const lastAuthor = `author ${api.root}`;

function save(file) {
	const blob = new Blob([bytesOf(file.content)], { type: 'application/octet-stream' });
	const address = URL.createObjectURL(blob);
	h('a', { href: address, download: file.name || 'file' }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function fileEntry(file, place) {
	const label = `${file.name} (${[file.type, sizeInWords(file.size)].filter(Boolean).join(', ')})`;
	const onclick = (event) => attempt(place, event.currentTarget, async () => save(file));
	return h('li', {}, h('button', { type: 'button', class: 'plain', onclick }, label));
}

function recipients({ target = [], replyTarget }) {
	const name = (one) => one.userName || one.organizationName || one.positionName;
	const names = [...(target ?? []).map(name), replyTarget?.userName].filter(Boolean);
	return names.length
		? h('p', { class: 'quiet' }, `To ${[...new Set(names)].join(', ')}`)
		: undefined;
}

function commentEntry(comment, place, remove) {
	const author = comment.creator || comment.creatorCode || 'Unknown';
	const isDeleted = Number(comment.isDeleted ?? 0) !== 0;
	const isReply = Number(comment.parentId ?? -1) > 0;
	const onclick = (event) => remove(comment, author, event.currentTarget);
	const label = `Delete the comment of ${author} from ${momentInZone(comment.createdAt)}`;
	return h(
		'li',
		{ class: isReply ? 'comment reply' : 'comment' },
		h(
			'p',
			{ class: 'by' },
			h('strong', {}, author),
			h('span', { class: 'quiet' }, momentInZone(comment.createdAt)),
			isDeleted
				? h('span', { class: 'tag' }, 'deleted')
				: h('button', { type: 'button', class: 'plain', 'aria-label': label, onclick }, 'Delete'),
		),
		recipients(comment),
		h('p', { class: 'lines' }, comment.content),
		h(
			'ul',
			{ class: 'files' },
			(comment.file ?? []).map((file) => fileEntry(file, place)),
		),
	);
}

function commentForm(people, send) {
	const author = h(
		'select',
		{ id: 'author', required: true },
		people.map(({ code, name }) => h('option', { value: code }, `${name} (${code})`)),
	);
	const before = localStorage.getItem(lastAuthor);
	if (people.some(({ code }) => code === before)) author.value = before;
	const content = h('textarea', { id: 'comment', rows: '3', required: true });
	const files = h('input', { id: 'files', type: 'file', multiple: true });
	const button = h('button', { type: 'submit' }, 'Add the comment');
	const onsubmit = (event) => {
		event.preventDefault();
		localStorage.setItem(lastAuthor, author.value);
		send(button, author.value, content.value, [...files.files]).then((done) => {
			if (done) event.target.reset();
			author.value = localStorage.getItem(lastAuthor);
		});
	};
	return h(
		'form',
		{ class: 'panel fields', onsubmit },
		h('div', { class: 'field' }, h('label', { for: 'author' }, 'Comment as'), author),
		h('div', { class: 'field full' }, h('label', { for: 'comment' }, 'Comment'), content),
		h('div', { class: 'field full' }, h('label', { for: 'files' }, 'Files'), files),
		h('div', { class: 'actions full' }, button),
	);
}

const toSend = async (file) => ({
	name: file.name,
	type: file.type || 'application/octet-stream',
	content: await base64Of(file),
});

export function commentsOf(appsId, recordId, comments, people) {
	const place = h('div');
	const entries = h('ul', { class: 'comments' });

	async function remove(comment, author, button) {
		if (!(await ask('Delete this comment?', `It was written by ${author}.`, 'Delete'))) return;
		await attempt(place, button, async () => {
			await api.deleteComment(appsId, recordId, comment.id);
			show(await api.comments(appsId, recordId));
			say('The comment is deleted.');
		});
	}

	function show(list) {
		const live = list.map((comment) => commentEntry(comment, place, remove));
		entries.replaceChildren(
			...(live.length ? live : [h('li', { class: 'quiet' }, 'No comment yet.')]),
		);
	}

	async function send(button, creatorCode, content, files) {
		let done = false;
		await attempt(place, button, async () => {
			const file = await Promise.all(files.map(toSend));
			const comment = { content, creatorCode, ...(file.length && { file }) };
			await api.addComment(appsId, recordId, comment);
			done = true;
			show(await api.comments(appsId, recordId));
			say('The comment is added.');
		});
		return done;
	}

	show(comments);
	return h(
		'section',
		{ 'aria-labelledby': 'comments' },
		h('h2', { id: 'comments' }, 'Comments'),
		entries,
		place,
		commentForm(people, send),
	);
}
