const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { dest, parallel, src } = require('gulp');

const NODE = 'dist/nodes/RecordsDirectory';

exports.clean = () => rm('dist', { recursive: true, force: true });

// Without `encoding: false` gulp 5 reads every file as UTF-8 text and damages binary ones.
const files = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

// The output schemas are made from the compiled table, so that they cannot differ from it.
async function schemas() {
	const { entries } = require(path.resolve(NODE, 'api/index.js'));
	const { outputSchema } = require(path.resolve(NODE, 'core/schema.js'));
	for (const { resourceName, operationName, resource, operation } of entries) {
		const folder = path.join(NODE, '__schema__/v1.0.0', resourceName);
		await mkdir(folder, { recursive: true });
		const schema = JSON.stringify(outputSchema(resource, operation), null, '\t');
		await writeFile(path.join(folder, `${operationName}.json`), `${schema}\n`);
	}
}

exports.files = parallel(files, schemas);
