/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	// Most tests wait for sockets, so that every core can have one.
	maxWorkers: '100%',
	// Machines differ, and some tests fill the service with thousands of records.
	testTimeout: 30_000 * Number(process.env.LONGER ?? 1),
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } },
		],
	},
};
