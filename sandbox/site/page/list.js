import * as api from './api.js';
import { h } from './dom.js';
import { table } from './table.js';
import { held, inOneSpelling, inWords, isNumber, kindOf } from './values.js';

const limit = 20;
const mostColumns = 5;

function nameOf(address, record) {
	const href = `${address}/records/${encodeURIComponent(record.recordId)}`;
	const isDeleted = Number(record.isDeleted ?? 0) !== 0;
	return [
		h('a', { href }, record.uniqueId || `Record ${record.recordId}`),
		isDeleted ? h('span', { class: 'tag' }, 'deleted') : undefined,
	];
}

const moment = (text) => h('span', { class: 'moment' }, text);

function column(field) {
	const { caption } = field;
	const isDate = ['date', 'moment'].includes(kindOf(field));
	const show = (record) => {
		const text = inWords(field, held(record.record, field));
		if (isDate) return moment(text);
		return kindOf(field) === 'text' ? h('span', { class: 'clip' }, text) : text;
	};
	return { caption, isNumber: isNumber(field), show };
}

function recordTable(address, form, fields, records) {
	const isShort = (field) => !['table', 'lines', 'wordless'].includes(kindOf(field));
	const hasStatus = records.some(({ status }) => status !== undefined);
	const heads = [
		{ caption: 'Record', isRowName: true, show: (record) => nameOf(address, record) },
		...(hasStatus ? [{ caption: 'Status', show: ({ status }) => status ?? '' }] : []),
		...fields.filter(isShort).slice(0, mostColumns).map(column),
		{
			caption: api.zone ? `Created (${api.zone})` : 'Created',
			show: ({ createdAt }) => moment(inOneSpelling(createdAt)),
		},
	];
	const rows = records.map((record) => heads.map(({ show }) => show(record)));
	return table(`Records of ${form.name}`, heads, rows);
}

function searchForm(address, keyword) {
	const input = h('input', { id: 'keyword', type: 'search', value: keyword });
	const search = (event) => {
		event.preventDefault();
		const word = input.value.trim();
		location.assign(word ? `${address}?${new URLSearchParams({ keyword: word })}` : address);
	};
	return h(
		'form',
		{ class: 'search', role: 'search', onsubmit: search },
		h('label', { for: 'keyword' }, 'Search the records'),
		input,
		h('button', { type: 'submit' }, 'Search'),
		keyword ? h('a', { href: address }, 'Show all') : undefined,
	);
}

function pages(address, keyword, page, hasMore) {
	const to = (number) => {
		const query = new URLSearchParams({ ...(keyword && { keyword }), page: String(number) });
		return `${address}?${query}`;
	};
	if (page === 1 && !hasMore) return undefined;
	return h(
		'nav',
		{ class: 'pages', 'aria-label': 'Pages' },
		page > 1 ? h('a', { href: to(page - 1), rel: 'prev' }, 'Newer records') : undefined,
		h('span', { class: 'quiet' }, `Page ${page}`),
		hasMore ? h('a', { href: to(page + 1), rel: 'next' }, 'Older records') : undefined,
	);
}

/** A page past the end is empty or does not exist: both mean the end of the list. */
async function pageOfRecords(appsId, query) {
	try {
		return await api.records(appsId, query);
	} catch (problem) {
		if (problem.status === 404 && query.page > 1) return [];
		throw problem;
	}
}

// The address of a notice names a filter, but the API does not say what it filters by.
const unfiltered =
	'All records of the form. This page cannot filter by the records that a notice counts.';

export async function list({ appsId }, query) {
	const keyword = query.get('keyword') ?? '';
	const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
	const address = `${api.root}/forms/${encodeURIComponent(appsId)}`;
	const [form, fields, records] = await Promise.all([
		api.form(appsId),
		api.fields(appsId),
		pageOfRecords(appsId, { page, limit, keyword }),
	]);
	const hasMore = records.length === limit && (keyword || !(page * limit >= Number(form.count)));
	const searched =
		'The search reads only the search fields of the form. A form without any shows all its records.';
	const nothing = keyword ? `No record found for “${keyword}”.` : 'No records here.';
	return {
		title: form.name,
		crumbs: [['Forms', `${api.root}/`]],
		actions: [h('a', { class: 'button', href: `${address}/add` }, 'Add a record')],
		content: [
			form.explanation ? h('p', { class: 'quiet' }, form.explanation) : undefined,
			query.has('filter') ? h('p', { class: 'quiet' }, unfiltered) : undefined,
			searchForm(address, keyword),
			records.length
				? recordTable(address, form, fields, records)
				: h('p', { class: 'quiet' }, nothing),
			keyword ? h('p', { class: 'quiet' }, searched) : undefined,
			pages(address, keyword, page, hasMore),
		],
	};
}
