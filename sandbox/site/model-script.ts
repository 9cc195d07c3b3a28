/** The part of OpenAI's chat completions that an agent with tools needs. */
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
 * Plays the part of a model without understanding anything. Each line of the user's last message is a command
 * for one tool, for example `Create request: Subject = Broken lamp; Hours = 2`. The words before the colon must
 * occur in the tool's name and description, and the names of the values in its parameters. Runs the lines one
 * after the other, then repeats what the tools returned. A record that the conversation has shown can be named by
 * its number, such as `ORD000001`.
 */
export function replyTo({ messages, tools = [] }: ModelRequest): ModelMessage {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const commands = commandsIn(textOf(messages[asked]));
	const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	const next = commands[results.length];
	const known = new Map(messages.flatMap((message) => numbersIn(textOf(message))));
	if (!next && commands.length > 0)
		return says(commands.map(({ words }, n) => `${words}: ${gist(results[n], known)}`).join('\n'));
	const tool = next && tools.find((one) => fits(one, next));
	if (!tool) return says(`I do not understand "${next?.words ?? ''}". ${exampleFor(tools)}`);
	const record = next.values.get('Record');
	if (record && !/^\d+$/.test(record) && !known.has(record))
		return says(`I have not seen ${record} yet, so find it first. ${exampleFor(tools)}`);
	return calls(tool, next, known, `call_${messages.length}`);
}

/** A command that one of the tools understands, with a value that its description names. */
function exampleFor(tools: readonly ModelTool[]): string {
	for (const { function: tool } of tools)
		for (const [name, { description = '' }] of Object.entries(tool.parameters?.properties ?? {})) {
			const [, value] = /such as ([\w-]+)/.exec(description) ?? [];
			if (value)
				return `Write a command such as this: ${tool.name.replaceAll('_', ' ')}: ${name} = ${value}`;
		}
	return `My tools are: ${tools.map(({ function: { name } }) => name.replaceAll('_', ' ')).join(', ')}.`;
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

const calls = (
	{ function: tool }: ModelTool,
	{ values }: Command,
	known: Numbers,
	id: string,
): ModelMessage => ({
	role: 'assistant',
	content: null,
	tool_calls: [
		{
			id,
			type: 'function',
			function: {
				name: tool.name,
				arguments: JSON.stringify(chosen(values, tool.parameters?.properties ?? {}, known)),
			},
		},
	],
});

function chosen(
	values: Map<string, string>,
	properties: Record<string, ParameterSchema>,
	numbers: Numbers,
) {
	const known = Object.entries(properties).filter(([name]) => values.has(name));
	return Object.fromEntries(
		known.map(([name, { type }]) => {
			const given = values.get(name)!;
			const text = (name === 'Record' && numbers.get(given)) || given;
			return [name, type === 'string' ? text : (JSON.parse(text) as unknown)];
		}),
	);
}

/** The numbers that people see, with the record IDs that belong to them. */
type Numbers = ReadonlyMap<string, string>;

/** What was shown of records: in an answer of a tool, or in an earlier one of the model. */
function numbersIn(text: string): Array<[string, string]> {
	const shown = [...text.matchAll(/([\w-]+) \(record (\d+)\)/g)];
	return [
		...shown.map(([, number = '', id = '']): [string, string] => [number, id]),
		...recordsIn(text).flatMap(
			({ uniqueId, recordId }): Array<[string, string]> =>
				uniqueId ? [[String(uniqueId), String(recordId)]] : [],
		),
	];
}

/** The records that a tool speaks of, a line each, or its own words. */
function gist(result: ModelMessage | undefined, numbers: Numbers): string {
	const text = textOf(result);
	const lines = recordsIn(text).map((record) => inWords(record, numbers));
	if (lines.length === 0) return text === '[]' ? 'nothing found' : text;
	return lines.length === 1 ? lines[0]! : lines.map((line) => `\n- ${line}`).join('');
}

const ofEveryRecord =
	/^(recordId|uniqueId|appsId|success|isDeleted|accessUrl|accessEditUrl|(creat|updat)(edAt|or|er|orCode|erCode))$/;

function inWords(record: ShownRecord, numbers: Numbers): string {
	const id = String(record.recordId);
	const [number] = [...numbers].find(([, known]) => known === id) ?? [];
	const values = Object.entries(record)
		.filter(([name, value]) => !ofEveryRecord.test(name) && /^(string|number)$/.test(typeof value))
		.map(([, value]) => String(value));
	return [number ? `${number} (record ${id})` : `record ${id}`, ...values.filter(Boolean)].join(
		', ',
	);
}

interface ShownRecord {
	recordId: unknown;
	uniqueId?: unknown;
}

function recordsIn(text: string): ShownRecord[] {
	try {
		const found: unknown = JSON.parse(text);
		const all = (Array.isArray(found) ? found : [found]) as Array<ShownRecord | null>;
		return all.filter((one) => one?.recordId !== undefined) as ShownRecord[];
	} catch {
		return [];
	}
}

function textOf(message: ModelMessage | undefined): string {
	const content = message?.content ?? '';
	return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}
