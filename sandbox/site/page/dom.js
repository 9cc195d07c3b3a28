/**
 * Builds an element. Children become text nodes and attributes are set one by one, so that a value of the
 * service is always plain text.
 */
export function h(tag, attributes, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === undefined || value === null || value === false) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (name === 'value') element.value = value;
		else element.setAttribute(name, value === true ? '' : String(value));
	}
	element.append(...children.flat(3).filter((child) => child !== undefined && child !== null));
	return element;
}

/** Returns an address to link to, or nothing for one that would do more than open a page. */
export function webAddress(address) {
	if (!address) return undefined;
	const url = URL.parse(String(address), location.href);
	return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

export function link(address, text) {
	const href = webAddress(address);
	return href ? h('a', { href }, text) : h('span', {}, text);
}

let silence;

export function say(text) {
	const place = document.getElementById('said');
	place.textContent = text;
	clearTimeout(silence);
	silence = setTimeout(() => place.replaceChildren(), 6000);
}

/** Text that the next page shows: the change and the view that shows it are two pages. */
export function sayNext(text) {
	sessionStorage.setItem('said', text);
}

export function sayNow() {
	const text = sessionStorage.getItem('said');
	sessionStorage.removeItem('said');
	if (text) say(text);
}

export function problemBox(problem) {
	const details = problem.details ?? [];
	return h(
		'div',
		{ class: 'problem', role: 'alert', tabindex: '-1' },
		h('p', {}, h('strong', {}, problem.message)),
		details.length
			? h(
					'ul',
					{},
					details.map((detail) => h('li', {}, detail)),
				)
			: undefined,
	);
}

/** Runs the action of a button or a form; a failure is shown at its place and gets the focus. */
export async function attempt(place, button, action) {
	place.replaceChildren();
	button.disabled = true;
	try {
		await action();
	} catch (error) {
		const box = problemBox(error);
		place.replaceChildren(box);
		box.focus();
	} finally {
		button.disabled = false;
	}
}

export function ask(question, explanation, yes) {
	return new Promise((resolve) => {
		const answer = (value) => () => {
			dialog.close();
			resolve(value);
		};
		const dialog = h(
			'dialog',
			{
				'aria-labelledby': 'question',
				oncancel: () => resolve(false),
				onclose: () => dialog.remove(),
			},
			h('h2', { id: 'question' }, question),
			h('p', {}, explanation),
			h(
				'div',
				{ class: 'actions' },
				h('button', { type: 'button', class: 'danger', onclick: answer(true) }, yes),
				h('button', { type: 'button', autofocus: true, onclick: answer(false) }, 'Cancel'),
			),
		);
		document.body.append(dialog);
		dialog.showModal();
	});
}
