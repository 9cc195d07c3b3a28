import { readFileSync } from 'node:fs';

const newer = jest.requireActual<Record<string, string[]>>('../../scripts/old-n8n/newer');

// If a title changes, its test is no longer skipped with an n8n that cannot pass it.
test.each(Object.entries(newer).flatMap(([file, parts]) => parts.map((part) => [file, part])))(
	'%s, which the oldest n8n cannot pass, has a test "%s"',
	(file, part) => expect(readFileSync(`test/n8n/${file}`, 'utf8')).toContain(part),
);
