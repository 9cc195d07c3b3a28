import { readFileSync } from 'node:fs';
import { resources } from '../../nodes/RecordsDirectory/api';
import { operationsTable } from '../../nodes/RecordsDirectory/core/docs';
import { version } from '../../package.json';

const text = (file: string) => readFileSync(file, 'utf8');

it('The README lists the operations as the table has them', () => {
	const readme = text('README.md');
	const [, shown] = /<!-- operations -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(readme) ?? [];
	expect(shown).toBe(operationsTable(resources));
});

it('The change log knows the version of the package', () => {
	expect(text('CHANGELOG.md')).toContain(`## ${version}`);
});

it('The README names no command that the package does not have', () => {
	const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
	const named = [
		...`${text('README.md')}${text('docs/development.md')}`.matchAll(/`npm (?:run )?([\w:]+)/g),
	];
	expect(named.length).toBeGreaterThan(3);
	for (const [, name = ''] of named) {
		if (!['install', 'ci', 'pack', 'publish'].includes(name))
			expect(Object.keys(scripts)).toContain(name);
	}
});
