// Workers inherit it, so that all choose from one sample.
process.env.SAMPLE ??= String(Date.now() % 1_000_000);

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	runtime: '<rootDir>/test/support/jest/runtime.cjs',
	roots: ['<rootDir>/test'],
	// Most tests wait for sockets, so that every core can have one.
	maxWorkers: '100%',
	// Machines differ, and some tests fill the service with thousands of records.
	testTimeout: 30_000 * Number(process.env.LONGER ?? 1),
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'<rootDir>/test/e2e/',
		// Comparisons that mean something as a whole only.
		...(process.env.LONGER === undefined ? ['\\.whole\\.test\\.ts$'] : []),
	],
	globalSetup: '<rootDir>/test/support/jest/announce.cjs',
	setupFiles: ['<rootDir>/test/support/jest/settings.ts'],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } },
		],
	},
};
