const { readFileSync } = require('node:fs');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { dest, parallel, src } = require('gulp');
const ts = require('typescript');

const NODE = 'dist/nodes/RecordsDirectory';

exports.clean = () => rm('dist', { recursive: true, force: true });

// Without `encoding: false` gulp 5 reads every file as UTF-8 text and damages binary ones.
const files = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

// The output schemas are made from the table, so that they cannot differ from it.
async function schemas() {
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	// Node 20 cannot run TypeScript by itself.
	require.extensions['.ts'] = (module, file) =>
		module._compile(ts.transpile(readFileSync(file, 'utf8'), compilerOptions), file);
	const { entries, resources } = require('./nodes/RecordsDirectory/api');
	const { outputSchema, triggerSchema } = require('./scripts/schemas');
	const write = (file, schema) => writeFile(file, `${JSON.stringify(schema, null, '\t')}\n`);
	for (const { resourceName, operationName, resource, operation } of entries) {
		const folder = path.join(NODE, '__schema__/v1.0.0', resourceName);
		await mkdir(folder, { recursive: true });
		await write(path.join(folder, `${operationName}.json`), outputSchema(resource, operation));
	}
	// n8n takes this one for a node without resources and operations: the trigger.
	await write(path.join(NODE, '__schema__/v1.0.0.json'), triggerSchema(resources.record));
}

exports.files = parallel(files, schemas);
