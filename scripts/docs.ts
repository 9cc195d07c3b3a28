import { expect } from 'expect';
import { readFileSync, writeFileSync } from 'node:fs';
import { between } from './docs/between';
import { derived } from './docs/derived';

// What the matrices expect is written with Jest's words, and they are read for their tables.
Object.assign(globalThis, { expect });
const { dialectsTable } = await import('../test/n8n/dialects/table');
const { faultsTable } = await import('../test/n8n/faults/table');
const { probeRun } = await import('./docs/probe');

const run = await probeRun();

// Writes the derived tables of the documentation anew; the tests say when that is due.
const reliability = 'docs/reliability.md';
const tables = [
	...derived,
	{ file: reliability, marker: 'dialects', text: dialectsTable },
	{ file: reliability, marker: 'faults', text: faultsTable },
	{ file: 'docs/probe.md', marker: 'run', text: () => run },
];
for (const { file, marker, text } of tables)
	writeFileSync(file, between(readFileSync(file, 'utf8'), marker, text()));
