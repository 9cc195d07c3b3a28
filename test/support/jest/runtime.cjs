const { createRequire } = require('node:module');
const Runtime = require('jest-runtime').default;

/** Packages, except those that Jest itself makes per file, and the scripts that only Node can load. */
const isPackage = (name) =>
	(/^[@a-z]/.test(name) && name !== '@jest/globals') || name.endsWith('.mjs');

/** The modules that keep nothing which one file of tests could leave to the next. */
const isStateless = (path) =>
	/\/(?:sandbox|credentials|nodes\/\w+\/(?:api|core|n8n\/description))\/[^]*\.ts$/.test(path);
const shared = new Map();

/**
 * Loads packages and modules without state once per process, everything else once per file: n8n-core takes
 * seconds, the local service compiles its contract, and code that ran before is fast.
 */
module.exports = class extends Runtime {
	constructor(config, environment, resolver, ...others) {
		super(config, environment, resolver, ...others);
		this.resolver = resolver;
	}

	/** Jest's own packages as well, except its runner, which keeps the tests of a file. */
	requireInternalModule(from, name) {
		const isOfRunner = name === undefined || !/^[@a-z]/.test(name) || name.includes('circus');
		return isOfRunner ? super.requireInternalModule(from, name) : createRequire(from)(name);
	}

	requireModuleOrMock(from, name) {
		// n8n-core of another version has another place (scripts/old-n8n).
		if (isPackage(name))
			return createRequire(from)(this.resolver.resolveStubModuleName(from, name) ?? name);
		// Isolated modules have mistakes in them, or are those of a new process.
		if (!name.startsWith('.') || this.registries.isIsolated())
			return super.requireModuleOrMock(from, name);
		const path = this.resolver.resolveModule(from, name);
		if (!isStateless(path)) return super.requireModuleOrMock(from, name);
		if (!shared.has(path)) shared.set(path, super.requireModuleOrMock(from, name));
		return shared.get(path);
	}
};
