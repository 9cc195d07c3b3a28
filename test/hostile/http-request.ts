import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialType } from '../support/credentials';
import { contextOf } from '../support/n8n';

export const FORMS = '/api/apps/forms';

/** n8n's two ways to send a request with a credential; the second is that of its HTTP Request node. */
export const WAYS = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;

/** Sends a request with our credential as any other node of a workflow may, and fails where that does. */
export async function sendWith(
	way: (typeof WAYS)[number],
	credentials: ICredentialDataDecryptedObject,
	request: object,
): Promise<unknown> {
	const context = contextOf({ parameters: {}, credentials }) as unknown as IAllExecuteFunctions;
	const send: (...given: never[]) => Promise<unknown> = context.helpers[way];
	return await send.call(context, credentialType.name as never, request as never);
}
