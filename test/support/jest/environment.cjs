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

/** What a placeholder leaves without a fitting value, unless the test is about it; or over 300 characters. */
const UNCLEAR = /%[dijps]\b|(?<!^|\bis )\bNaN\b|(?<!")\[object |[ :]$|.{301}/s;

const titlesIn = ({ children }, before = '') =>
	children.flatMap((one) =>
		one.type === 'test' ? before + one.name : titlesIn(one, `${before}${one.name} › `),
	);

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

	handleTestEvent({ name }, { rootDescribeBlock }) {
		if (name !== 'run_start') return;
		const titles = titlesIn(rootDescribeBlock);
		const unclear = titles
			.filter((title, n) => titles.indexOf(title) < n || UNCLEAR.test(title))
			.join('\n');
		if (unclear !== '')
			throw new Error(
				`Titles that name no one test. Name each case briefly, in a cell that a placeholder reads:\n${unclear}`,
			);
	}
};
