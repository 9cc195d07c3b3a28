/** The tests that need features newer than this n8n, by file and part of their names. */
module.exports = {
	// The class whose calls they count has another name here.
	'parameters/item-reader.test.ts': [''],
	'trigger/hanging.test.ts': [''],
	// This n8n-core has no classes of its own that register a poll and discard its result.
	'trigger/discarded.test.ts': [''],
	'trigger/lives.test.ts': [''],
	'trigger/directory.lives.test.ts': [''],
	'trigger/two-processes.test.ts': [''],
	'trigger/lasting.test.ts': ["n8n's poll scheduler"],
	// This n8n lacks the scheduler that can start two polls at the same time.
	'trigger/publishing.test.ts': ['where n8n saves each poll', 'emits nothing twice'],
	// Its credential test has its own words for every failure, whatever the credential says.
	'transport/credential.test.ts': ['has words for'],
};
