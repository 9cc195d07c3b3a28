const path = require('node:path');
const newest = require('../../jest.config.js');

const modules = path.join(__dirname, 'node_modules');

/**
 * The tests of the nodes, on the n8n-core and n8n-workflow of this folder.
 * @type {import('jest').Config}
 */
module.exports = {
	...newest,
	rootDir: path.join(__dirname, '..', '..'),
	roots: ['<rootDir>/test/n8n'],
	// The benchmark uses the newest n8n, in its own processes.
	testPathIgnorePatterns: [...newest.testPathIgnorePatterns, '/bench\\.test'],
	testEnvironment: path.join(__dirname, 'environment.js'),
	setupFilesAfterEnv: [path.join(__dirname, 'failure.js')],
	moduleNameMapper: { '^(n8n-core|n8n-workflow|reflect-metadata)$': `${modules}/$1` },
	// This n8n-core leaves a timer running; newer versions do not.
	forceExit: true,
};
