import * as api from './api.js';
import { attempt, h, sayNext } from './dom.js';
import { withError } from './errors.js';
import { inputFor, needsDirectory } from './inputs.js';
import { rowsInput } from './rows.js';
import { columnsOf, held, isWide, kindOf } from './values.js';

function note(field) {
	const text = /label/i.test(field.fieldType) ? field.caption : undefined;
	return { element: h('p', { class: 'full quiet' }, text), read: () => undefined };
}

function labelled(field, value, directory, isNew) {
	const input = inputFor(field, value, directory, isNew);
	const { id, element, isGroup } = input;
	const marks = [
		field.required ? h('span', { class: 'quiet' }, ' (required)') : undefined,
		[field.prefix, field.suffix].some(Boolean)
			? h('span', { class: 'quiet' }, ` ${[field.prefix, field.suffix].filter(Boolean).join(' ')}`)
			: undefined,
	];
	const hint = field.explanation
		? h('p', { class: 'hint quiet', id: `${id}-hint` }, field.explanation)
		: undefined;
	if (hint) element.setAttribute('aria-describedby', hint.id);
	const { error, ...known } = withError(input);
	const box = isGroup
		? h(
				'fieldset',
				{ class: 'field full' },
				h('legend', {}, field.caption, marks),
				element,
				hint,
				error,
			)
		: h(
				'div',
				{ class: isWide(field) ? 'field full' : 'field' },
				h('label', { for: id }, field.caption, marks),
				element,
				hint,
				error,
			);
	return { ...known, element: box };
}

/** The inputs of a form's fields, tables last, and how to read them into a record's body. */
async function fieldInputs(fields, values, isNew) {
	const needs = needsDirectory(fields, values);
	const directory = {
		people: needs.people ? await api.people() : [],
		organizations: needs.organizations ? await api.organizations() : [],
	};
	const inputs = fields.map((field) => {
		const kind = kindOf(field);
		const make = { table: rowsInput, wordless: note }[kind] ?? labelled;
		return { field, ...make(field, held(values, field), directory, isNew) };
	});
	const isTable = ({ field }) => kindOf(field) === 'table';
	const ordered = [...inputs.filter((input) => !isTable(input)), ...inputs.filter(isTable)];
	const read = () => {
		const entries = inputs.map((input) => [input.field.uniqueId, input.read()]);
		return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
	};
	/** Shows what is wrong beside each field, and gives the first one that is. */
	const check = () => ordered.map((input) => input.check?.()).find(Boolean);
	/** Shows what the service says beside the fields that it names, and gives the words that are left. */
	const complain = (details) =>
		details.filter((text) => !ordered.some((input) => tell(input, text)));
	return { elements: ordered.map(({ element }) => element), read, check, complain };
}

function recordForm(fields, inputs, words, back, save) {
	const place = h('div', { class: 'full' });
	const button = h('button', { type: 'submit' }, words);
	const onsubmit = (event) => {
		event.preventDefault();
		place.replaceChildren();
		const wrong = inputs.check();
		if (wrong) return wrong.focus();
		attempt(place, button, async () => {
			try {
				await save(inputs.read());
			} catch (problem) {
				const details = problem.details ?? [];
				problem.details = inputs.complain(details).map((text) => withCaptions(text, fields));
				if (details.length > problem.details.length)
					problem.message = 'The service did not accept this. Correct the marked fields.';
				throw problem;
			}
		});
	};
	return h(
		'form',
		{ class: 'panel fields', novalidate: true, onsubmit },
		inputs.elements,
		place,
		h(
			'div',
			{ class: 'actions full' },
			button,
			h('a', { class: 'button quiet', href: back }, 'Cancel'),
		),
	);
}

/** Users know a field by its caption; the service names it by its ID. */
function withCaptions(text, fields) {
	const captions = new Map(
		fields
			.flatMap((field) => [field, ...columnsOf(field)])
			.map(({ uniqueId, caption }) => [uniqueId, caption]),
	);
	return text.replace(/\[([^\]]+)\]/g, (whole, name) =>
		captions.has(name) ? `“${captions.get(name)}”` : whole,
	);
}

/** Whether the words of the service name the field or one of its columns; they then stand beside it. */
function tell({ field, show }, text) {
	const names = [field, ...columnsOf(field)].map(({ uniqueId }) => `[${uniqueId}]`);
	return Boolean(
		show && names.some((name) => text.includes(name)) && show(withCaptions(text, [field])),
	);
}

const listAddress = (appsId) => `${api.root}/forms/${encodeURIComponent(appsId)}`;

export async function add({ appsId }) {
	const [form, fields] = await Promise.all([api.form(appsId), api.fields(appsId)]);
	const back = listAddress(appsId);
	const inputs = await fieldInputs(fields, {}, true);
	const save = async (values) => {
		await api.addRecord(appsId, values);
		sayNext('The record is added.');
		location.assign(back);
	};
	return {
		title: 'Add a record',
		crumbs: [
			['Forms', `${api.root}/`],
			[form.name, back],
		],
		content: [recordForm(fields, inputs, 'Add the record', back, save)],
	};
}

export async function edit({ appsId, recordId }) {
	const [form, fields, record] = await Promise.all([
		api.form(appsId),
		api.fields(appsId),
		api.record(appsId, recordId),
	]);
	const name = record.uniqueId || `Record ${record.recordId}`;
	const back = `${listAddress(appsId)}/records/${encodeURIComponent(recordId)}`;
	const inputs = await fieldInputs(fields, record.record ?? {}, false);
	const save = async (values) => {
		await api.changeRecord(appsId, recordId, values);
		sayNext('The changes are saved.');
		location.assign(back);
	};
	return {
		title: `Edit ${name}`,
		crumbs: [
			['Forms', `${api.root}/`],
			[form.name, listAddress(appsId)],
			[name, back],
		],
		content: [recordForm(fields, inputs, 'Save', back, save)],
	};
}
