import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IAllExecuteFunctions,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { credentialType } from '../support/credentials';
import { NODE, nodeOf, surroundings, workflowOf } from '../support/host';
import { APP, DIRECTORY } from './kept';
import { onTheWire, type Wire } from './wire';

export const FORMS = '/api/apps/forms';

/** A site below /site, and somebody else on this machine. */
export async function besideAnother(
	test: (ours: Wire, other: Wire) => Promise<void>,
): Promise<void> {
	await onTheWire(
		({ target }) =>
			target.includes('moved')
				? {
						status: 307,
						headers: { location: new URLSearchParams(target.split('?')[1]).get('to') ?? '' },
					}
				: {},
		async (ours) =>
			await onTheWire(
				() => ({}),
				(other) => test(ours, other),
			),
	);
}

export const saved = ({ url }: Wire) => ({
	baseUrl: `${url}/site`,
	apiKey: APP,
	directoryApiKey: DIRECTORY,
});

/** n8n's two ways to send a request with a credential; the second is that of its HTTP Request node. */
export const WAYS = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;

/** Sends a request with our credential as any other node of a workflow may, and fails where that does. */
export async function sendWith(
	way: (typeof WAYS)[number],
	saved: ICredentialDataDecryptedObject,
	request: object,
): Promise<unknown> {
	const node = nodeOf('recordsDirectory', NODE, {});
	const context = new ExecuteContext(
		workflowOf([node]),
		node,
		surroundings(saved, 'manual'),
		'manual',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		[],
		{ main: [[]] },
		{ data: { main: [[]] }, node, source: null },
		[],
	) as unknown as IAllExecuteFunctions;
	const send = context.helpers[way] as (
		this: IAllExecuteFunctions,
		credential: string,
		request: IHttpRequestOptions & IDataObject,
	) => Promise<unknown>;
	return await send.call(context, credentialType.name, request as never);
}
