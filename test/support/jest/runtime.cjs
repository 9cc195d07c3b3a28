const { createRequire } = require('node:module');
const Runtime = require('jest-runtime').default;

/** Packages, except those that Jest itself makes per file, and the scripts that only Node can load. */
const isLoadedOnce = (name) =>
	(/^[@a-z]/.test(name) && name !== '@jest/globals') || name.endsWith('.mjs');

/** Loads packages once per process and everything of the project once per file: n8n-core takes seconds. */
module.exports = class extends Runtime {
	constructor(config, environment, resolver, ...others) {
		super(config, environment, resolver, ...others);
		this.resolver = resolver;
	}

	requireModuleOrMock(from, name) {
		if (!isLoadedOnce(name)) return super.requireModuleOrMock(from, name);
		// n8n-core of another version has another place (scripts/old-n8n).
		return createRequire(from)(this.resolver.resolveStubModuleName(from, name) ?? name);
	}
};
