const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes more than two minutes: the browser, which needs a processor, beside what mostly waits. */
const LONG = ['kill', 'trigger', 'queue', 'editor', 'sandbox', 'examples'];
const placeOf = ({ path }) => {
	const place = LONG.indexOf(basename(path, '.test.ts'));
	return place < 0 ? LONG.length : place;
};

/** Starts what takes longest first; without times of earlier runs, Jest would start with the largest files. */
module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
	}
};
