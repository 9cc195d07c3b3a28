import { h, say } from './dom.js';
import { withError } from './errors.js';
import { inputFor } from './inputs.js';
import { columnsOf, held, isEmpty, rowsOf } from './values.js';

/** A detail table to fill in: its rows in order, with one input per column. */
export function rowsInput(field, value, directory) {
	const columns = columnsOf(field);
	const body = h('tbody');
	const rows = [];

	function nameRows() {
		rows.forEach((row, index) => {
			row.inputs.forEach(({ element, isGroup }, column) => {
				const label = `${columns[column].caption}, row ${index + 1}`;
				const target = element.matches('input, select, textarea, output')
					? element
					: (element.querySelector('input[type=text]') ?? element);
				if (isGroup) target.setAttribute('role', 'group');
				target.setAttribute('aria-label', label);
			});
			row.button.setAttribute('aria-label', `Remove row ${index + 1} of ${field.caption}`);
		});
	}

	function remove(row) {
		rows.splice(rows.indexOf(row), 1);
		row.element.remove();
		nameRows();
		more.focus();
		say('The row is removed.');
	}

	function add(kept) {
		const inputs = columns.map((column) =>
			withError(inputFor(column, held(kept, column), directory, !kept)),
		);
		const row = { inputs, kept };
		const onclick = () => remove(row);
		row.button = h('button', { type: 'button', class: 'plain', onclick }, 'Remove');
		row.element = h(
			'tr',
			{ role: 'row' },
			inputs.map(({ element, error }, index) =>
				h('td', { role: 'cell', 'data-caption': columns[index].caption }, element, error),
			),
			h('td', { role: 'cell' }, row.button),
		);
		rows.push(row);
		body.append(row.element);
		nameRows();
		return row;
	}

	const onclick = () => {
		const row = add();
		row.element.querySelector('input, select, textarea')?.focus();
	};
	const more = h('button', { type: 'button', onclick }, 'Add a row');
	for (const row of rowsOf(value)) add(row);

	const head = (text) => h('th', { role: 'columnheader', scope: 'col' }, text);
	const element = h(
		'fieldset',
		{ class: 'field full' },
		h('legend', {}, field.caption),
		h(
			'div',
			{ class: 'wide' },
			h(
				'table',
				{ role: 'table', class: 'stacking' },
				h(
					'thead',
					{},
					h(
						'tr',
						{ role: 'row' },
						columns.map(({ caption }) => head(caption)),
						h('td', {}),
					),
				),
				body,
			),
		),
		more,
	);
	const { error, show } = withError({ id: `table-${field.fieldId}`, element: more });
	element.append(error);
	const isFilled = (row) =>
		row.kept || row.inputs.some(({ read, problem }) => problem?.() || !isEmpty(read()));
	const readRow = ({ inputs, kept = {} }) => {
		const names = columns.map(({ uniqueId }) => uniqueId);
		const entries = inputs.map(({ read }, index) => [names[index], read()]);
		return Object.fromEntries([
			...Object.entries(kept).filter(([name]) => !names.includes(name)),
			...entries.filter(([, given]) => given !== undefined),
		]);
	};
	/** A row that is left empty is not sent, so that nothing can be wrong with it. */
	const check = () =>
		show('') ??
		rows
			.filter(isFilled)
			.flatMap(({ inputs }) => inputs.map((input) => input.check()))
			.find(Boolean);
	return { element, read: () => rows.filter(isFilled).map(readRow), check, show };
}
