const { iterableEquality, subsetEquality } = require('@jest/expect-utils');

/** n8n knows the `failure` property of an error since 2.37; the other properties must be right without it. */
globalThis.expect.extend({
	toMatchObject(received, expected) {
		const { failure, ...others } = expected;
		const wanted = failure === undefined ? expected : others;
		const pass = this.equals(received, wanted, [iterableEquality, subsetEquality]);
		const { printExpected, printReceived } = this.utils;
		return { pass, message: () => `${printExpected(wanted)}\n${printReceived(received)}` };
	},
});
