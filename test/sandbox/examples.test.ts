import { exampleWorkflows } from '../../sandbox/start/workflows.ts';

const examples = exampleWorkflows();

test('the examples are sixteen, four of which run by themselves', () => {
	const running = examples.filter(({ active }) => active).map(({ name }) => name);
	expect(running.slice(0, 2)).toEqual(['Notice to Slack', 'Orders to records']);
	expect(running.slice(2)).toEqual(['Retry crashed executions', 'Support request alert']);
	expect(new Set(examples.map(({ id }) => id)).size).toBe(16);
	expect(examples).toHaveLength(16);
});

test.each(examples)('$name is explained by a note, and no node lies on another', ({ nodes }) => {
	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	expect(notes.map(({ parameters }) => parameters['content'])).toEqual([
		expect.stringMatching(/^## [^]+\n### Try it\n[^]+\n### Set it up\n1\. /),
	]);
	const others = nodes.filter((node) => !notes.includes(node));
	for (const { position, parameters } of notes) {
		const bottom = position[1] + Number(parameters['height']);
		for (const other of others) expect(other.position[1]).toBeGreaterThanOrEqual(bottom);
	}
	for (const one of others)
		for (const other of others) {
			const apart = [0, 1].map((axis) => Math.abs(one.position[axis]! - other.position[axis]!));
			if (one !== other) expect(Math.max(...apart)).toBeGreaterThanOrEqual(160);
		}
});

test.each(examples)('$name goes from left to right', ({ nodes, connections }) => {
	const left = new Map(nodes.map(({ name, position }) => [name, position[0]]));
	const outputs = connections as Record<string, { main?: Array<Array<{ node: string }>> }>;
	for (const [from, { main = [] }] of Object.entries(outputs))
		for (const { node } of main.flat()) expect(left.get(node)).toBeGreaterThan(left.get(from)!);
});

test.each(examples)(
	'$name holds no credential, and other systems only as neighbours of the sandbox, and n8n itself',
	({ nodes }) => {
		for (const { credentials = {} } of nodes)
			for (const { id } of Object.values(credentials)) expect(id).toBe('');
		for (const [, host] of JSON.stringify(nodes).matchAll(/https?:\/\/([^/"]+)/g))
			expect(['127.0.0.1:8650', '127.0.0.1:5678']).toContain(host);
	},
);
