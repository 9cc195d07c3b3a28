import { readFileSync } from 'node:fs';
import { dialectsTable } from './table';

it("The documentation shows what is tried where the service's document is silent", () => {
	const text = readFileSync('docs/reliability.md', 'utf8');
	const [, shown] = /<!-- dialects -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(text) ?? [];
	expect(shown).toBe(dialectsTable());
});
