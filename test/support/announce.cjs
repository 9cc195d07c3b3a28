/** Says how to repeat a sample, before the first test. */
module.exports = () => {
	if (process.env.LONGER === undefined)
		console.log(`\nA sample of the matrices. To repeat it: SAMPLE=${process.env.SAMPLE} npm test`);
};
