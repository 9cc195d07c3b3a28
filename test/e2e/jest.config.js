/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: [],
	testSequencer: '<rootDir>/test/e2e/longest-first.cjs',
	// Half of the time a test waits for n8n's next minute.
	maxWorkers: 2,
};
