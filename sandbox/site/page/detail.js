import * as api from './api.js';
import { commentsOf } from './comments.js';
import { ask, attempt, h, link, sayNext, webAddress } from './dom.js';
import { table } from './table.js';
import {
	chosen,
	columnsOf,
	held,
	inWords,
	isEmpty,
	isNumber,
	isWide,
	kindOf,
	members,
	momentInZone,
	rowsOf,
} from './values.js';

const empty = () => h('span', { class: 'quiet' }, '–');

function shown(field, value) {
	const kind = kindOf(field);
	if (isEmpty(value)) return empty();
	if (kind === 'choice' || kind === 'choices') {
		return h(
			'ul',
			{ class: 'tags' },
			chosen(field, value).map((name) => h('li', {}, name)),
		);
	}
	if (kind === 'people' || kind === 'organizations') {
		const entry = ({ code, name = code }) => {
			const address = `${api.root}/people/${encodeURIComponent(code)}`;
			return h('li', {}, kind === 'people' ? link(address, name) : name);
		};
		return h('ul', { class: 'tags plain' }, members(value).map(entry));
	}
	if (field.autolink && /^https?:/i.test(value) && webAddress(value)) return link(value, value);
	return h('span', { class: 'lines' }, inWords(field, value));
}

function entry(field, value) {
	const wide = isWide(field) || String(value ?? '').length > 40;
	return h(
		'div',
		{ class: wide ? 'entry full' : 'entry' },
		h('dt', {}, field.caption),
		h('dd', {}, shown(field, value)),
	);
}

function detailTable(field, value) {
	const columns = columnsOf(field);
	const id = `table-${field.fieldId}`;
	const heads = columns.map((column) => ({ caption: column.caption, isNumber: isNumber(column) }));
	const rows = rowsOf(value).map((row) =>
		columns.map((column) => shown(column, held(row, column))),
	);
	return h(
		'section',
		{ 'aria-labelledby': id },
		h('h2', { id }, field.caption),
		rows.length ? table(field.caption, heads, rows) : h('p', { class: 'quiet' }, 'No rows.'),
	);
}

function history(record) {
	const line = (words, moment, person) =>
		moment
			? h('span', {}, `${words} ${momentInZone(moment)}${person ? ` by ${person}` : ''}`)
			: undefined;
	return h(
		'p',
		{ class: 'history quiet' },
		line('Created', record.createdAt, record.creator || record.creatorCode),
		line('Changed', record.updatedAt, record.updater || record.updaterCode),
	);
}

function actionsFor(address, listAddress, name, appsId, recordId, place) {
	const remove = async (event) => {
		const button = event.currentTarget;
		if (!(await ask(`Delete ${name}?`, 'Its comments go with it.', 'Delete'))) return;
		await attempt(place, button, async () => {
			await api.deleteRecord(appsId, recordId);
			sayNext(`${name} is deleted.`);
			location.assign(listAddress);
		});
	};
	return [
		h('a', { class: 'button', href: `${address}/edit` }, 'Edit'),
		h('button', { type: 'button', class: 'danger', onclick: remove }, 'Delete'),
	];
}

export async function detail({ appsId, recordId }) {
	const listAddress = `${api.root}/forms/${encodeURIComponent(appsId)}`;
	const address = `${listAddress}/records/${encodeURIComponent(recordId)}`;
	const [form, fields, record, comments, people] = await Promise.all([
		api.form(appsId),
		api.fields(appsId),
		api.record(appsId, recordId),
		api.comments(appsId, recordId),
		api.people(),
	]);
	const values = record.record ?? {};
	const name = record.uniqueId || `Record ${record.recordId}`;
	const isDeleted = Number(record.isDeleted ?? 0) !== 0;
	const isTable = (field) => kindOf(field) === 'table';
	const place = h('div');
	return {
		title: name,
		crumbs: [
			['Forms', `${api.root}/`],
			[form.name, listAddress],
		],
		tags: [record.status, isDeleted ? 'deleted' : undefined].filter(Boolean),
		actions: isDeleted ? [] : actionsFor(address, listAddress, name, appsId, recordId, place),
		content: [
			place,
			h(
				'dl',
				{ class: 'panel entries' },
				fields
					.filter((field) => !['table', 'wordless'].includes(kindOf(field)))
					.map((field) => entry(field, held(values, field))),
			),
			fields.filter(isTable).map((field) => detailTable(field, held(values, field))),
			history(record),
			commentsOf(appsId, recordId, comments, people),
		],
	};
}
