import type { Operation } from '../../nodes/RecordsDirectory/api/define.ts';
import { entries, resources } from '../../nodes/RecordsDirectory/api/index.ts';
import { type Held, ourNode } from './editor.ts';

/** What the editor has to show of an operation, and what to choose before. */
const inputsOf = ({ params }: Operation) =>
	Object.values(params).map(({ kind, label, shownIf = {} }) => ({
		label: kind === 'record' ? 'Specify Record' : label,
		choices: Object.entries(shownIf).map(([name, [value]]) => {
			const choice = params[name]?.choices?.find((one) => one.value === value);
			return { name, choice: choice?.name ?? '' };
		}),
	}));

async function opened({ editor }: Held): Promise<void> {
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Create record');
}

/** The dropdowns of resources and operations lead to every operation. */
export function operationsAreChosen(held: Held): void {
	test.each(Object.entries(resources))(
		'all operations of %s can be opened',
		async (resource, { label }) => {
			const { editor } = held;
			if (!(await editor.part('parameter-input-resource').count())) await opened(held);
			await editor.select('resource', label);
			for (const { name, resourceName, operation } of entries) {
				if (resourceName !== resource) continue;
				await editor.select('operation', name);
				if (operation.params.form && !(await editor.isPicked('form')))
					await editor.pick('form', 'Customers');
				for (const { label: input, choices } of inputsOf(operation)) {
					for (const one of choices) await editor.select(one.name, one.choice);
					await editor.parameters().getByText(input, { exact: true }).first().waitFor();
				}
				if (operation.params.record) await editor.part('mapping-fields-container').waitFor();
				expect([name, await editor.complaints()]).toEqual([name, []]);
			}
		},
	);
}
