const { iterableEquality, subsetEquality } = require('@jest/expect-utils');

/**
 * What kind of failure an error is, its property `failure`, is known since n8n 2.37; the rest of it
 * must be right without.
 */
globalThis.expect.extend({
	toMatchObject(received, expected) {
		const { failure, ...others } = expected;
		const wanted = failure === undefined ? expected : others;
		const pass = this.equals(received, wanted, [iterableEquality, subsetEquality]);
		const { printExpected, printReceived } = this.utils;
		return { pass, message: () => `${printExpected(wanted)}\n${printReceived(received)}` };
	},
});
