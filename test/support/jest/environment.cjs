const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

/** The contexts of Jest whose code runs in the process's own context instead. */
const replaced = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(source, parameters, {
		...options,
		...(!replaced.has(parsingContext) && { parsingContext }),
	});

/**
 * Tests in the process's own context, as n8n runs nodes. In a context of its own for each file, which is
 * Jest's way, every look at a global costs much, and the packages would be loaded for each file (runtime.cjs).
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		replaced.add(this.context);
		// The handlers of tests are kept globally; those of earlier files must not affect this one.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({
			config: config.projectConfig,
			global: globalThis,
		});
	}
};
