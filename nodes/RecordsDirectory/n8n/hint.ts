import type { IExecuteFunctions } from 'n8n-workflow';
import { asHtml } from '../core/output/shown';

/** Shows a text above the output of the node. */
export function hint(context: IExecuteFunctions, text: string, type?: 'warning'): void {
	context.addExecutionHints({
		message: asHtml(text),
		...(type ? { type } : {}),
		location: 'outputPane',
	});
}
