import { h, say } from './dom.js';
import { members } from './values.js';

/** Chosen users or organizations, by code; the directory suggests codes while typing. */
export function membersInput(field, value, directory = [], id = '') {
	let chosenOnes = members(value);
	const isSingle = field.multiple === false;
	const entries = h('ul', { class: 'chosen' });
	const options = directory.map(({ code, name }) => h('option', { value: code }, name));
	const input = h('input', {
		id,
		type: 'text',
		list: `${id}-list`,
		autocomplete: 'off',
		placeholder: 'Name or code',
	});

	const isNew = ({ code }) => chosenOnes.every((one) => one.code !== code);

	const typed = () => input.value.trim();

	function known() {
		const word = typed();
		const isNamed = ({ name }) => name?.toLowerCase() === word.toLowerCase();
		const hasPart = ({ name }) => name?.toLowerCase().includes(word.toLowerCase());
		const [only, ...others] = directory.filter(hasPart);
		const exact = directory.find(({ code }) => code === word) ?? directory.find(isNamed);
		return exact ?? (others.length === 0 ? only : undefined);
	}

	const problem = () =>
		typed() && !known() ? `Nothing found for “${typed()}”. Choose from the list.` : undefined;

	function add() {
		element.dispatchEvent(new Event('check'));
		const one = known();
		if (!one) return;
		input.value = '';
		if (!isNew(one)) return;
		chosenOnes = isSingle ? [one] : [...chosenOnes, one];
		show();
		say(`${one.name ?? one.code} is chosen.`);
	}

	function remove(one) {
		chosenOnes = chosenOnes.filter((other) => other !== one);
		show();
		input.focus();
	}

	function show() {
		const entry = (one) => {
			const name = one.name ?? one.code;
			const label = `Remove ${name}`;
			const onclick = () => remove(one);
			const button = h('button', { type: 'button', 'aria-label': label, onclick }, '×');
			return h('li', {}, h('span', {}, name === one.code ? name : `${name} (${one.code})`), button);
		};
		entries.replaceChildren(...chosenOnes.map(entry));
		entries.hidden = chosenOnes.length === 0;
	}

	input.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || !input.value.trim()) return;
		event.preventDefault();
		add();
	});
	show();
	const read = () => {
		add();
		return chosenOnes.map(({ code, name = code }) => ({ code, name }));
	};
	const element = h(
		'div',
		{ class: 'members' },
		entries,
		h(
			'div',
			{ class: 'joined' },
			input,
			h('button', { type: 'button', onclick: add, 'aria-label': `Add to ${field.caption}` }, 'Add'),
		),
		h('datalist', { id: `${id}-list` }, options),
	);
	return { element, read, problem };
}
