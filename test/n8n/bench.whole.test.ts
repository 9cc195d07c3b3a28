import { bench } from '../support/bench';

// The others need the whole n8n for its own nodes.
test.each(['start', 'trigger', 'growth', 'shared'])('%s is measured', (part) => {
	const { status, text } = bench('--quick', '--only', part);
	expect(text).toContain(`\n## ${part}\n`);
	expect(status).toBe(0);
});
