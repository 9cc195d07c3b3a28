import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { recordsOf, wholeItem } from '../../runs';

/** The form of customers, whose key field is field-21. */
export const CUSTOMERS = 2;

export const customers = (operation: string, more: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, operation, { ...wholeItem(), ...more });

export const customer = (n: number): INodeExecutionData => ({
	json: { 'field-21': `NEW-${n}`, 'field-22': `Name ${n}` },
});

export const many = (count: number) => Array.from({ length: count }, (_, n) => customer(n));
