/** What OpenAI's chat completions take and give, as far as an agent with tools needs it. */
export interface ModelTool {
	type: 'function';
	function: {
		name: string;
		description?: string;
		parameters?: { properties?: Record<string, ParameterSchema>; required?: string[] };
	};
}

export interface ParameterSchema {
	type?: string;
	description?: string;
}

export interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: string | null | Array<{ text?: string }>;
	tool_calls?: ToolCall[];
	tool_call_id?: string;
}

export interface ToolCall {
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
}

export interface ModelRequest {
	model: string;
	messages: ModelMessage[];
	tools?: ModelTool[];
	stream?: boolean;
}

/**
 * Plays the part of a model, and understands nothing. Each line of the user's last message is a
 * command for one tool, for example `Create request: Subject = Broken lamp; Hours = 2`. The words
 * before the colon have to be among those of the tool's name and description, and the names of the
 * values those of its parameters. One line is done after another; then it tells what the tools said.
 */
export function replyTo({ messages, tools = [] }: ModelRequest): ModelMessage {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const commands = commandsIn(textOf(messages[asked]));
	const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	const next = commands[results.length];
	if (!next)
		return says(commands.map(({ words }, n) => `${words}: ${gist(results[n])}`).join('\n'));
	const tool = tools.find((one) => fits(one, next));
	if (!tool) return says(`I have no tool for "${next.words}".`);
	return calls(tool, next, `call_${messages.length}`);
}

interface Command {
	words: string;
	values: Map<string, string>;
}

const commandsIn = (text: string): Command[] =>
	text
		.split('\n')
		.filter((line) => line.trim())
		.map((line) => {
			const [words, rest] = halves(line, ':');
			const pairs = rest.split(';').map((pair) => halves(pair, '='));
			return { words, values: new Map(pairs.filter(([name]) => name)) };
		});

function halves(text: string, sign: string): [string, string] {
	const [first = '', ...rest] = text.split(sign);
	return [first.trim(), rest.join(sign).trim()];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function fits({ function: { name, description = '' } }: ModelTool, { words }: Command): boolean {
	const known = wordsOf(`${name} ${description}`);
	return wordsOf(words).every((word) => known.includes(word));
}

const says = (content: string): ModelMessage => ({ role: 'assistant', content });

const calls = ({ function: tool }: ModelTool, { values }: Command, id: string): ModelMessage => ({
	role: 'assistant',
	content: null,
	tool_calls: [
		{
			id,
			type: 'function',
			function: {
				name: tool.name,
				arguments: JSON.stringify(chosen(values, tool.parameters?.properties ?? {})),
			},
		},
	],
});

function chosen(values: Map<string, string>, properties: Record<string, ParameterSchema>) {
	const known = Object.entries(properties).filter(([name]) => values.has(name));
	return Object.fromEntries(
		known.map(([name, { type }]) => {
			const text = values.get(name)!;
			return [name, type === 'string' ? text : (JSON.parse(text) as unknown)];
		}),
	);
}

/** The records that a tool speaks of, or its own words. */
function gist(result: ModelMessage | undefined): string {
	const text = textOf(result);
	const ids = [...text.matchAll(/"recordId":(\d+)/g)].map(([, id]) => id);
	return ids.length > 0 ? `record ${ids.join(', ')}` : text;
}

function textOf(message: ModelMessage | undefined): string {
	const content = message?.content ?? '';
	return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}
