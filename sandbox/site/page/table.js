import { h } from './dom.js';

/**
 * A table that scrolls sideways if it is wide and stacks its rows on a narrow screen. The roles are explicit
 * because a browser forgets them once CSS shows a table as something else.
 */
export function table(label, heads, rows) {
	const number = (index) => (heads[index].isNumber ? 'number' : undefined);
	const head = ({ caption }, index) =>
		h('th', { role: 'columnheader', scope: 'col', class: number(index) }, caption);
	const cell = (content, index) => {
		const { caption, isRowName } = heads[index];
		return isRowName
			? h('th', { role: 'rowheader', scope: 'row' }, content)
			: h('td', { role: 'cell', 'data-caption': caption, class: number(index) }, content);
	};
	const row = (cells) => h('tr', { role: 'row' }, ...cells);
	return h(
		'div',
		{ class: 'wide', role: 'region', tabindex: '0', 'aria-label': label },
		h(
			'table',
			{ role: 'table', class: 'stacking' },
			h('thead', { role: 'rowgroup' }, row(heads.map(head))),
			h('tbody', { role: 'rowgroup' }, ...rows.map((cells) => row(cells.map(cell)))),
		),
	);
}
