import { readFileSync } from 'node:fs';
import { between } from '../../scripts/docs/between';
import { probeRun } from '../../scripts/docs/probe';

test('docs/probe.md shows a whole run as it is (npm run docs writes it)', async () => {
	const page = readFileSync('docs/probe.md', 'utf8');
	expect(between(page, 'run', await probeRun())).toBe(page);
});
