import type { Editor } from './editor.ts';

/** Runs in the browser: what a person would wonder about in the parameters of the open node. */
function odd(panel: HTMLElement | SVGElement): string[] {
	const found: string[] = [];
	const textOf = (element: Element | null) =>
		(element as HTMLElement | null)?.innerText.trim() ?? '';
	const isSeen = (element: Element) => element.getClientRects().length > 0;
	for (const label of panel.querySelectorAll('[data-test-id="input-label"]'))
		if (isSeen(label) && textOf(label) === '') found.push('a label without a text');
	for (const box of panel.querySelectorAll<HTMLInputElement>('input[role="combobox"]')) {
		if (!isSeen(box)) continue;
		const name = textOf(box.closest('[data-test-id="parameter-item"]')).split('\n')[0];
		const options = document
			.getElementById(box.getAttribute('aria-controls') ?? '')
			?.querySelectorAll('[role="option"]');
		// A list of several has an input for the search beside the one that says what to do.
		const select = box.closest('.el-select') ?? box;
		const inputs = [box, ...select.querySelectorAll('input')];
		const shown = textOf(select) || inputs.some(({ value, placeholder }) => value || placeholder);
		if (!options?.length) found.push(`nothing to choose in ${name}`);
		if (!shown) found.push(`nothing shown in ${name}`);
		for (const option of options ?? [])
			if (option.textContent?.trim() === '') found.push(`a choice without a text in ${name}`);
	}
	for (const issue of panel.querySelectorAll('[data-test-id="parameter-issues"]'))
		found.push(`marked red: ${textOf(issue.closest('[data-test-id="parameter-item"]'))}`);
	const values = [...panel.querySelectorAll('input, textarea')].map(
		(input) => (input as HTMLInputElement).value,
	);
	for (const text of [textOf(panel), ...values]) {
		const strange =
			/.*(\bundefined\b|\bNaN\b|\[object |not supported|Error fetching|No fields found|could not).*/i.exec(
				text,
			);
		if (strange) found.push(strange[0]);
	}
	return found;
}

/** An unknown or empty control, a value that n8n does not support, a list that did not come. */
export const oddities = (editor: Editor): Promise<string[]> => editor.parameters().evaluate(odd);
