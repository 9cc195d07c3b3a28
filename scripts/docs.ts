import { readFileSync, writeFileSync } from 'node:fs';
import { between } from './docs/between';
import { derived } from './docs/derived';

// Writes the derived tables of the documentation anew; the tests say when that is due.
for (const { file, marker, text } of derived)
	writeFileSync(file, between(readFileSync(file, 'utf8'), marker, text()));
