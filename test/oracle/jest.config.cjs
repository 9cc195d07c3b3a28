const usual = require('../../jest.config.js');

const { PACKAGE } = process.env;

/** The tests' n8n and services, with the nodes of a built package. */
module.exports = {
	...usual,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/oracle/record.ts'],
	globalSetup: undefined,
	moduleNameMapper: {
		'^(?:\\.\\./)+nodes/RecordsDirectory/(RecordsDirectory(?:Trigger)?\\.node)$': `${PACKAGE}/nodes/RecordsDirectory/$1.js`,
		'^(?:\\.\\./)+credentials/(RecordsDirectoryApi\\.credentials)$': `${PACKAGE}/credentials/$1.js`,
	},
};
