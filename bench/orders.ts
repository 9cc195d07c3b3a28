import { timestamp } from '../sandbox/service/clock.ts';

/** Orders: the form for all measurements. */
export const FORM = 4;

const STATES = ['New', 'Paid', 'Shipped', 'Cancelled'];

/** Returns the values of one order that was made at a time. */
export const orderOf = (index: number, time: Date) => ({
	'field-41': `PO-${index + 1}`,
	'field-42': `Customer ${index % 997}`,
	'field-43': (index * 3779) % 90_000,
	'field-44': timestamp(time, 0).replaceAll('-', '/'),
	'field-45': STATES[index % STATES.length]!,
});

export type Order = ReturnType<typeof orderOf>;
