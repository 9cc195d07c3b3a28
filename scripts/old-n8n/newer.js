/** The tests that need what came later than this n8n, by file and part of their names. */
module.exports = {
	// The class whose calls they count has another name here.
	'parameters/parameter-source.test.ts': [''],
	// The time that n8n gives a poll is known since n8n 2.38.
	'trigger/budget.test.ts': ['that n8n gives little time'],
	'trigger/hanging.test.ts': [''],
	'trigger/publishing.test.ts': [
		'where n8n saves each poll',
		'what the scheduler of n8n could not save',
	],
	// By that time the trigger knows the scheduler that can begin two polls at once, which came with it.
	'trigger/saving.test.ts': ['tells nothing twice', 'when n8n could not save it'],
	// The headers of an answer that was cut off are not handed on.
	'transport/answers.test.ts': ['still tells the new record by its header'],
	// Its test of a credential has words of its own for every failure, whatever the credential says.
	'transport/credential.test.ts': ['has words for'],
};
