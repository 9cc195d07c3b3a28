import { h } from './dom.js';

const controls = 'input, select, textarea';

/**
 * An input with a place for what is wrong with it. `check` shows that and gives what to focus, or
 * nothing if the input is right; `show` is for what only the service knows.
 */
export function withError(input) {
	const { id, element, problem } = input;
	const target = element.matches(controls) ? element : element.querySelector(controls);
	const error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
	const described = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);

	function show(text) {
		error.textContent = text;
		error.hidden = !text;
		const ids = text ? [...described, error.id] : described;
		set(target, 'aria-describedby', ids.join(' '));
		set(target, 'aria-invalid', text && 'true');
		return text ? (target ?? element) : undefined;
	}

	const check = () => show((problem?.() || target?.validationMessage) ?? '');
	element.addEventListener('input', () => show(''));
	element.addEventListener('check', check);
	return { ...input, error, show, check };
}

function set(element, name, value) {
	if (value) element?.setAttribute(name, value);
	else element?.removeAttribute(name);
}
