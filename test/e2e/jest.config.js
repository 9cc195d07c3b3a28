/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: [],
	testSequencer: '<rootDir>/test/e2e/longest-first.cjs',
	// Longer than any wait of waiting.ts, which says what did not come; time for n8n's installation.
	testTimeout: 20 * 60_000,
	// Half of the time a test waits for n8n's next minute.
	maxWorkers: 2,
};
