import { modelName } from '../../sandbox/site/model.ts';
import type {
	CredentialReference,
	Workflow,
	WorkflowNode,
} from '../../sandbox/start/n8n-client.ts';

type Parameters = Record<string, unknown>;

/** As the editor writes it for "Let the model define this parameter". */
const fromModel = (key: string, description = '', type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;

const byId = (value: string | number) => ({ __rl: true, mode: 'id', value });
const requests = { ...byId(1), cachedResultName: 'Support Requests' };

export const firstPassword = 'Correct-horse-agent-1';

/** The tools by the names that a person gave to their nodes. */
export const tools: Record<string, Parameters> = {
	'Create support request': {
		descriptionType: 'auto',
		resource: 'record',
		operation: 'create',
		form: requests,
		specifyRecord: 'form',
		recordMapper: {
			mappingMode: 'defineBelow',
			value: {
				'field-1': fromModel('Subject', 'What is wrong, in one line'),
				'field-6': fromModel('Priority', 'Low, Normal or High'),
				'field-9': fromModel('Hours', 'The work in hours', 'number'),
			},
			matchingColumns: [],
			schema: [],
		},
	},
	'Get support request': {
		descriptionType: 'manual',
		toolDescription: 'Read a support request by its record ID',
		resource: 'record',
		operation: 'get',
		form: requests,
		recordId: byId(fromModel('Record')),
	},
	'Add colleague': {
		descriptionType: 'auto',
		resource: 'user',
		operation: 'create',
		newCode: fromModel('Code'),
		name: fromModel('Name'),
		kana: fromModel('Kana'),
		loginId: fromModel('Login_ID'),
		organizationCode: byId('ORG07'),
		loginPass: firstPassword,
	},
};

interface AgentCredentials {
	service: CredentialReference;
	model: CredentialReference;
}

const chat = 'Chat';
const agent = 'AI Agent';
const model = 'OpenAI Chat Model';
export const chatPath = 'records-directory-agent';

const langchain = (name: string, type: string, typeVersion: number, parameters: Parameters) => ({
	...place(name),
	type: `@n8n/n8n-nodes-langchain.${type}`,
	typeVersion,
	parameters,
});

const place = (name: string): Pick<WorkflowNode, 'id' | 'name' | 'position'> => ({
	id: name,
	name,
	position: [0, 0],
});

const reference = ({ id, name, type }: CredentialReference) => ({ [type]: { id, name } });

/** n8n's own chat, agent and model, and this package's node once for each tool. */
export function agentWorkflow(credentials: AgentCredentials): Workflow {
	const trigger = {
		...langchain(chat, 'chatTrigger', 1.1, { public: true, mode: 'webhook', options: {} }),
		webhookId: chatPath,
	};
	// The Responses API, which this version of the model node takes by itself, is OpenAI's own.
	const speaking = { model: byId(modelName), responsesApiEnabled: false, options: {} };
	const toolNodes = Object.entries(tools).map(([name, parameters]) => ({
		...place(name),
		type: 'n8n-nodes-records-directory.recordsDirectoryTool',
		typeVersion: 1,
		parameters,
		credentials: reference(credentials.service),
	}));
	return {
		name: 'Agent with the directory as its tools',
		nodes: [
			trigger,
			langchain(agent, 'agent', 3.1, { promptType: 'auto', options: {} }),
			{
				...langchain(model, 'lmChatOpenAi', 1.3, speaking),
				credentials: reference(credentials.model),
			},
			...toolNodes,
		],
		connections: {
			[chat]: to('main'),
			[model]: to('ai_languageModel'),
			...Object.fromEntries(toolNodes.map(({ name }) => [name, to('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}

const to = (type: string) => ({ [type]: [[{ node: agent, type, index: 0 }]] });
