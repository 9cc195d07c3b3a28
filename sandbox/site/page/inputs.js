import { h } from './dom.js';
import { membersInput } from './members.js';
import { chosen, columnsOf, held, inWords, isEmpty, kindOf } from './values.js';

const asDate = /^(\d{4})[-/](\d{2})[-/](\d{2})$/;
const asMoment = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}:\d{2})(:\d{2})?/;
let made = 0;

/** How each type looks in the service's form and in the browser's own input. */
const written = {
	number: { type: 'number', step: 'any', fits: (text) => !Number.isNaN(Number(text)) },
	date: {
		type: 'date',
		fits: (text) => asDate.test(text),
		show: (text) => text.replace(asDate, '$1-$2-$3'),
	},
	moment: {
		type: 'datetime-local',
		step: '1',
		fits: (text) => asMoment.test(text),
		show: (text) =>
			text.replace(
				asMoment,
				(_, year, month, day, minute, second = ':00') =>
					`${year}-${month}-${day}T${minute}${second}`,
			),
		read: (text) => text.replace('T', ' ').replace(/ (\d{2}:\d{2})$/, ' $1:00'),
	},
};

const itself = (text) => text;

function textInput(field, kind, value, id) {
	const text = isEmpty(value) ? '' : String(value);
	const format = written[kind];
	// The browser's input would drop such a value, so it is kept as text.
	const usable = format && (text === '' || format.fits(text)) ? format : { type: 'text' };
	const attributes = { id, type: usable.type, step: usable.step, required: !!field.required };
	const element =
		kind === 'lines'
			? h('textarea', { id, rows: '4', required: !!field.required })
			: h('input', attributes);
	element.value = (usable.show ?? itself)(text);
	const read = () => {
		const given = (usable.read ?? itself)(element.value);
		return usable.type === 'number' && given !== '' ? Number(given) : given;
	};
	return { element, read };
}

function choiceInput(field, value, id) {
	const [now = ''] = chosen(field, value);
	const names = field.selectItems.map(({ selectName }) => selectName);
	const all = now && !names.includes(now) ? [now, ...names] : names;
	const element = h(
		'select',
		{ id, required: !!field.required },
		h('option', { value: '' }, '–'),
		all.map((name) => h('option', { value: name }, name)),
	);
	element.value = now;
	return { element, read: () => element.value };
}

function choicesInput(field, value, id) {
	const now = chosen(field, value);
	const boxes = field.selectItems.map(({ selectName }, index) => {
		const box = h('input', { type: 'checkbox', id: `${id}-${index}`, value: selectName });
		box.checked = now.includes(selectName);
		return box;
	});
	const element = h(
		'div',
		{ class: 'boxes' },
		boxes.map((box) => h('label', { for: box.id }, box, h('span', {}, box.value))),
	);
	return {
		element,
		isGroup: true,
		read: () => boxes.filter((box) => box.checked).map((box) => box.value),
	};
}

const defaultOf = (field) => {
	const regular = (field.selectItems ?? []).filter(({ regulationValue }) => regulationValue);
	const names = regular.map(({ selectName }) => selectName);
	return names.length ? names : (field.default ?? '');
};

// The type's name may say nothing, but only selections hold lists of codes.
const isSelection = (field, value) => kindOf(field) === 'text' && Array.isArray(value);

/** An input for a field: its element, how to read it, and whether it is several inputs in one. */
export function inputFor(field, given, directory, isNew) {
	const id = `input-${++made}`;
	const value = isNew && given === undefined ? defaultOf(field) : given;
	const kind = isSelection(field, value) ? 'people' : kindOf(field);
	if (kind === 'calculated') {
		const element = h('output', { id }, inWords(field, value) || 'Filled in by the service');
		return { id, element, read: () => undefined };
	}
	if (kind === 'choice') return { id, ...choiceInput(field, value, id) };
	if (kind === 'choices') return { id, ...choicesInput(field, value, id) };
	if (kind === 'people' || kind === 'organizations') {
		return { id, ...membersInput(field, value, directory[kind], id) };
	}
	return { id, ...textInput(field, kind, value, id) };
}

/** The lists of the directory that the inputs of these fields and values choose from. */
export function needsDirectory(fields, values) {
	const all = fields.flatMap((field) => [field, ...columnsOf(field)]);
	const needs = (kind) => all.some((field) => kindOf(field) === kind);
	const isSelected = fields.some((field) => isSelection(field, held(values, field)));
	return { people: needs('people') || isSelected, organizations: needs('organizations') };
}
