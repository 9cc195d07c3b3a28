/** Says how to repeat a sample, before the first test. */
module.exports = () => {
	if (process.env.LONGER === undefined)
		console.log(`\nOf each matrix a sample. SAMPLE=${process.env.SAMPLE} repeats it.`);
};
