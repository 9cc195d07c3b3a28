import { expect } from 'expect';
import { readFileSync, writeFileSync } from 'node:fs';
import { entries } from '../nodes/RecordsDirectory/api';
import { between } from './docs/between';
import { derived } from './docs/derived';
import { withoutScenario } from './docs/without-scenario';

// The expectations of the matrices use Jest's functions, and are read here for their tables.
Object.assign(globalThis, { expect });
const { scenarios } = await import('../test/n8n/scenarios/all');
const problem = withoutScenario(entries, scenarios);
if (problem !== undefined) {
	console.error(problem);
	process.exit(1);
}

// Writes the derived tables of the documentation; the tests say when that is necessary.
for (const { file, marker, text } of derived)
	writeFileSync(file, between(readFileSync(file, 'utf8'), marker, text()));
