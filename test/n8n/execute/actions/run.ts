import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { executeWithHints } from '../../../support/n8n';
import type { World } from '../../../support/world';

/** A run with these items, and its hints. */
export const run = async (
	{ credentials }: World,
	parameters: INodeParameters,
	items: INodeExecutionData[] = [{ json: {} }],
	continueOnFail = false,
) => await executeWithHints({ parameters, items, credentials, continueOnFail });

export const itemsOf = (rows: readonly unknown[]): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as IDataObject }));

/** An item for each of these values. */
export const wanting = (...values: readonly unknown[]) => itemsOf(values.map((of) => ({ of })));
