import { readFileSync } from 'node:fs';
import { faultsTable } from './table';

it('The documentation shows the rules that the faults are tried by', () => {
	const text = readFileSync('docs/reliability.md', 'utf8');
	const [, shown] = /<!-- faults -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(text) ?? [];
	expect(shown).toBe(faultsTable());
});
