/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: ['nodes/RecordsDirectory/core/**/*.ts'],
	plugins: ['./scripts/mutation/runner.mjs'],
	testRunner: 'loaded',
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// The runner itself ends most tests that take too long; this is for those that it cannot end.
	timeoutMS: 120_000,
	timeoutFactor: 2,
	// On a busy machine.
	dryRunTimeoutMinutes: 30,
	ignorePatterns: ['dist', 'docs/*/**', 'bench', 'workflows', 'coverage', 'scripts/*/node_modules'],
	tempDirName: 'coverage/mutation/tmp',
	reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
	htmlReporter: { fileName: 'coverage/mutation/mutation.html' },
	jsonReporter: { fileName: 'coverage/mutation/mutation.json' },
	incremental: true,
	incrementalFile: 'coverage/mutation/incremental.json',
	clearTextReporter: { logTests: false, allowColor: false },
};
