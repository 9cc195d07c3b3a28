import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
} from 'n8n-workflow';
import { RecordsDirectoryApi } from '../../credentials/RecordsDirectoryApi.credentials';

export const credentialType: ICredentialType = new RecordsDirectoryApi();

/** What the user saved, completed with the defaults of the credential, as n8n hands it to a node. */
export function completed(saved: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const values = NodeHelpers.getNodeParameters(
		credentialType.properties,
		saved as INodeParameters,
		true,
		false,
		null,
		null,
	);
	return values as ICredentialDataDecryptedObject;
}

/** n8n's store of credentials, holding one; the credential signs requests itself, as in n8n. */
export class Credentials extends ICredentialsHelper {
	private readonly values: ICredentialDataDecryptedObject;

	constructor(values: ICredentialDataDecryptedObject) {
		super();
		this.values = values;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialType;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request);
	}

	async getDecrypted() {
		return { ...this.values };
	}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	getCredentialsProperties = () => credentialType.properties;
	preAuthentication = async () => undefined;
	runPreAuthentication = async () => undefined;
	updateCredentials = async () => {};
	updateCredentialsOauthTokenData = async () => {};
	getCredentials = async () => {
		throw new Error('The tests have no stored credentials');
	};
}
