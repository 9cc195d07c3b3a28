const TestEnvironment = require('../../test/support/jest/environment.cjs');
const newer = require('./newer');

/** Skips the tests of features that this n8n does not have. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.file = context.testPath;
	}

	handleTestEvent({ name, test }) {
		if (name !== 'test_start') return;
		const names = Object.entries(newer).find(([file]) => this.file.endsWith(`/${file}`))?.[1] ?? [];
		if (names.some((part) => test.name.includes(part))) test.mode = 'skip';
	}
};
