import { type ModelMessage, type ModelRequest, replyTo } from './model-script.ts';

export type { ModelMessage, ModelTool } from './model-script.ts';

export interface ScriptedModel {
	/** The requests it received, unchanged. */
	requests: ModelRequest[];
	list(authorization: string): ModelAnswer;
	complete(authorization: string, body: string): ModelAnswer;
}

export interface ModelAnswer {
	status: 200 | 400 | 401;
	body: object;
}

export const modelName = 'sandbox-script';
export const modelKey = 'sandbox-model-key';

const requestsKept = 200;

/** An OpenAI-compatible endpoint with a script behind it, to show an agent offline. */
export function createModel(now: () => Date): ScriptedModel {
	const requests: ModelRequest[] = [];
	const seconds = () => Math.floor(now().getTime() / 1000);

	function list(authorization: string): ModelAnswer {
		if (!authorized(authorization)) return noKey;
		const model = { id: modelName, object: 'model', created: 0, owned_by: 'sandbox' };
		return { status: 200, body: { object: 'list', data: [model] } };
	}

	function complete(authorization: string, body: string): ModelAnswer {
		if (!authorized(authorization)) return noKey;
		const request = requestIn(body);
		if (!request) return refused(400, "We could not parse 'messages' in the JSON body.");
		if (request.stream) return refused(400, 'The script does not stream.');
		requests.push(request);
		if (requests.length > requestsKept) requests.shift();
		return { status: 200, body: completion(request, replyTo(request), seconds()) };
	}

	return { requests, list, complete };
}

const authorized = (authorization: string) => authorization === `Bearer ${modelKey}`;

const refused = (status: 400 | 401, message: string): ModelAnswer => ({
	status,
	body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
});

const noKey = refused(401, 'Incorrect API key provided.');

function requestIn(body: string): ModelRequest | undefined {
	try {
		const request = JSON.parse(body) as ModelRequest | null;
		return Array.isArray(request?.messages) ? request : undefined;
	} catch {
		return undefined;
	}
}

const completion = ({ model, messages }: ModelRequest, message: ModelMessage, created: number) => ({
	id: `chatcmpl-${messages.length}`,
	object: 'chat.completion',
	created,
	model,
	choices: [
		{
			index: 0,
			message,
			logprobs: null,
			finish_reason: message.tool_calls ? 'tool_calls' : 'stop',
		},
	],
	usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
});
