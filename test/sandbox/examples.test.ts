import { adapt, exampleWorkflows, runsByItself } from '../../sandbox/start/workflows.ts';

const examples = exampleWorkflows();

test('the examples are ten, three of which run by themselves in the sandbox', () => {
	expect(examples.filter(runsByItself)).toHaveLength(3);
	expect(new Set(examples.map(({ id }) => id)).size).toBe(10);
	expect(examples).toHaveLength(10);
});

test.each(examples)('$name is explained by a note above it, and goes from left to right', (one) => {
	const { nodes, connections } = one;
	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	expect(notes).toHaveLength(1);
	const { position, parameters } = notes[0]!;
	// What people copy comes first; what they would delete, last.
	const [ours, sandboxes] = String(parameters['content']).split('\n### Try it in the sandbox\n');
	expect(ours).toMatch(/^## .+\n[^]+\n### Set it up\n1\. /);
	expect(ours).not.toMatch(/sandbox|service's page|Tanaka/);
	expect(sandboxes).toMatch(/\w/);
	const bottom = position[1] + Number(parameters['height']);
	const others = nodes.filter((node) => !notes.includes(node));
	for (const other of others) expect(other.position[1]).toBeGreaterThanOrEqual(bottom);
	const left = new Map(nodes.map(({ name, position }) => [name, position[0]]));
	const outputs = connections as Record<string, { main?: Array<Array<{ node: string }>> }>;
	for (const [from, { main = [] }] of Object.entries(outputs))
		for (const { node } of main.flat()) expect(left.get(node)).toBeGreaterThan(left.get(from)!);
});

test.each(examples)(
	'$name can be published: it holds no credential, no password and no address of this machine',
	(example) => {
		const text = JSON.stringify(example);
		for (const found of ['"credentials"', '"active"', 'sandbox', '127.0.0.1', 'localhost'])
			expect(text.replaceAll(/"content":"[^]*?"/g, '')).not.toContain(found);
		for (const [, host] of text.matchAll(/https?:\/\/([^/"]+)/g))
			expect(host).toMatch(/\.example\.com$/);
		for (const [, password] of text.matchAll(/"(?:password|loginPass)":"([^"]*)"/g))
			expect(password).toMatch(/^=/);
	},
);

test.each(examples)(
	'$name runs in the sandbox with its credentials and neighbours alone',
	(example) => {
		const own = { id: '1', name: 'Own', type: 'recordsDirectoryApi' };
		const model = { id: '2', name: 'Model', type: 'openAiApi' };
		const { nodes } = adapt(example, [own, model], 'http://127.0.0.1:8650');
		for (const { type, parameters, credentials } of nodes) {
			if (type.includes('records-directory')) expect(credentials).toHaveProperty(own.type);
			else if (type.includes('lmChat')) expect(credentials).toHaveProperty(model.type);
			else expect(type).not.toMatch(/slack|google|gSuite/);
			if (type.endsWith('.httpRequest'))
				expect(parameters['url']).toMatch(/^http:\/\/127\.0\.0\.1:8650\/neighbours\//);
		}
	},
);
