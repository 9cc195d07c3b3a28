/** What can go wrong at a request: before it takes effect, or after it did. */
export const FAULTS = [
	'400',
	'401',
	'402',
	'402 month',
	'403',
	'404',
	'405',
	'429',
	'500',
	'502',
	'200 HTML',
	'reset',
	'hang',
	'500 after',
	'502 after',
	'reset after',
	'hang after',
	'cut after',
] as const;

export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
	readonly kind: FaultKind;
	/** The first request of the run that it strikes, from 1 on. */
	readonly at: number;
	/** How many in a row. */
	readonly count: number;
}
