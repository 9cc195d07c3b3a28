import { allCases, copiesOf } from './cases';
import { faults, type Fault } from './faults';

/** The rules that the matrix holds the node to, as a table for people. */
export function faultsTable(): string {
	const head = [
		'Fault',
		'Requests: read',
		'update, deletion',
		'create, import',
		'Saved by a write',
		'Message',
		'Creates with *Retry On Fail*',
		'Cases',
	];
	const ruler = ['---', '--:', '--:', '--:', '---', '---', '---', '--:'];
	return [head, ruler, ...faults.map(rowOf), totals()].map(lineOf).join('\n');
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const rowOf = (fault: Fault): string[] => [
	fault.name,
	...fault.attempts.map(String),
	fault.takesEffect ? 'it, once' : 'nothing',
	wordsOf(fault),
	copiesOf({ fault, method: 'POST' }) === 2 ? 'two' : 'one',
	casesWith((one) => one === fault),
];

const totals = () => ['All', '', '', '', '', '', '', casesWith(() => true)];

const casesWith = (isMeant: (fault: Fault) => boolean) =>
	allCases.filter(({ fault }) => isMeant(fault)).length.toLocaleString('en-US');

function wordsOf({ message, write, isWhole }: Fault): string {
	if (isWhole) return 'the usual output';
	if (write === 'done') return `*${message}*; of a write the usual output, as the status says`;
	return write === 'open' ? `*${message}*; of a write also: *may have been saved*` : `*${message}*`;
}
