// Loads every node and credential that n8n brings, as n8n does when a workflow needs one, and prints those
// that miss a module.
const { join } = require('node:path');

const modules = join(__dirname, '..', '..', 'sandbox', 'n8n', 'node_modules');
require(join(modules, 'reflect-metadata'));

const files = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) => {
	const { nodes, credentials } = require(join(modules, name, 'package.json')).n8n;
	return [...nodes, ...credentials].map((file) => join(modules, name, file));
});
const missing = files.flatMap((file) => {
	try {
		require(file);
		return [];
	} catch (error) {
		return [`${file.slice(modules.length + 1)}: ${error.message.split('\n')[0]}`];
	}
});
process.stdout.write(JSON.stringify({ count: files.length, missing }), () => process.exit());
