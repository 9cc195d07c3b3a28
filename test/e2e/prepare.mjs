import { installN8n } from '../../sandbox/start/n8n-installation.ts';
import { buildPackage } from '../../sandbox/start/package-installation.ts';
import { showSteps } from '../../sandbox/start/steps.ts';

// Before the tests: two of them run at a time, and would do it twice over each other.
const step = showSteps(process.stdout);
const log = 'node_modules/.cache/prepare-e2e.log';
await installN8n(step, log);
await buildPackage(step, log);
