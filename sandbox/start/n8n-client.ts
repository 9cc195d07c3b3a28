import type { ExecutionStatus } from 'n8n-workflow';

export interface Login {
	email: string;
	password: string;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	alwaysOutputData?: boolean;
	executeOnce?: boolean;
	onError?: string;
}

export interface Workflow {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	/** Items that nodes return instead of running, by the names of the nodes. */
	pinData?: Record<string, unknown[]>;
	settings?: Record<string, unknown>;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	active: boolean;
	versionId: string;
}

export interface CredentialReference {
	id: string;
	name: string;
	type: string;
}

const STATUSES = Object.keys({
	canceled: true,
	crashed: true,
	error: true,
	new: true,
	running: true,
	success: true,
	unknown: true,
	waiting: true,
} satisfies Record<ExecutionStatus, true>);

interface ApiKey {
	id: string;
	label: string;
}

export interface Execution {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	finished: boolean;
	startedAt: string;
	/** Only of an execution that has ended. */
	stoppedAt?: string;
	/** n8n's own notation: JSON with references instead of nesting. */
	data: string;
}

export class N8nRefused extends Error {
	readonly status: number;

	constructor(message: string, status: number) {
		super(message);
		this.status = status;
	}
}

/** The REST interface that n8n's editor uses, with the editor's session cookie. */
export class N8nClient {
	readonly origin: string;
	#cookie = '';

	constructor(origin: string) {
		this.origin = origin;
	}

	/** For requests outside /rest. */
	get session(): { cookie: string } {
		return { cookie: this.#cookie };
	}

	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.origin}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', ...this.session },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [pair = ''] = cookie.split(';');
			if (pair.startsWith('n8n-auth=')) this.#cookie = pair;
		}
		const text = await response.text();
		if (!response.ok)
			throw new N8nRefused(
				`n8n answered ${method} ${path} with ${response.status}: ${text}`,
				response.status,
			);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Creates the owner of a new n8n, or logs in to an existing one. */
	async enter(login: Login): Promise<void> {
		const settings = await this.call<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad)
			await this.call('POST', '/owner/setup', {
				...login,
				firstName: 'Sandbox',
				lastName: 'Owner',
			});
		else
			await this.call('POST', '/login', {
				emailOrLdapLoginId: login.email,
				password: login.password,
			});
	}

	credentials = () => this.call<CredentialReference[]>('GET', '/credentials');

	createCredential = (name: string, type: string, data: Record<string, unknown>) =>
		this.call<CredentialReference>('POST', '/credentials', { name, type, data });

	updateCredential = (reference: CredentialReference, data: Record<string, unknown>) =>
		this.call<unknown>('PATCH', `/credentials/${reference.id}`, {
			name: reference.name,
			type: reference.type,
			data,
		});

	testCredential = (reference: CredentialReference, data: Record<string, unknown>) =>
		this.call<{ status: 'OK' | 'Error'; message: string }>('POST', '/credentials/test', {
			credentials: { id: reference.id, name: reference.name, type: reference.type, data },
		});

	/** n8n shows a key only once; an earlier one with the same name is deleted. */
	newApiKey = async (label: string, scopes: string[]) => {
		const { items } = await this.call<{ items: ApiKey[] }>('GET', '/api-keys');
		for (const { id } of items.filter((key) => key.label === label))
			await this.call('DELETE', `/api-keys/${id}`);
		const body = { label, scopes, expiresAt: null };
		return (await this.call<{ rawApiKey: string }>('POST', '/api-keys', body)).rawApiKey;
	};

	workflowExists = async (id: string) =>
		(await this.call<{ exists: boolean }>('GET', `/workflows/${id}/exists`)).exists;

	workflow = (id: string) => this.call<SavedWorkflow>('GET', `/workflows/${id}`);

	createWorkflow = (workflow: Workflow) => this.call<SavedWorkflow>('POST', '/workflows', workflow);

	updateWorkflow = ({ id, nodes, connections, settings, name }: SavedWorkflow) =>
		this.call<SavedWorkflow>('PATCH', `/workflows/${id}`, { name, nodes, connections, settings });

	/** Does what the editor's Publish button does; only a named version can be published. */
	publish = ({ id, versionId }: SavedWorkflow) =>
		this.call<SavedWorkflow>('POST', `/workflows/${id}/activate`, { versionId });

	/** Does what "Execute workflow" does with the named trigger. Returns the execution's ID. */
	run = async (workflowId: string, trigger: string) =>
		(
			await this.call<{ executionId: string }>('POST', `/workflows/${workflowId}/run`, {
				triggerToStartFrom: { name: trigger },
			})
		).executionId;

	execution = (id: string) => this.call<Execution>('GET', `/executions/${id}`);

	/**
	 * The executions of a workflow, newest first. It asks for every status: without one, n8n reads those that run and those that
	 * have ended apart, and lists an execution that ends in between twice.
	 */
	executions = async (workflowId: string) => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: STATUSES }));
		return (
			await this.call<{ results: Execution[] }>('GET', `/executions?filter=${filter}&limit=100`)
		).results;
	};
}
