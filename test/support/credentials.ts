import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
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
	/** By the rules of the package n8n (credentials-helper.js, 2.40). */
	preAuthentication = async (
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		_node: INode,
		isExpired: boolean,
	) => {
		const { properties, preAuthentication } = credentialType;
		const expiring = properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		);
		if (!expiring || !(credentials[expiring.name] === '' || isExpired)) return undefined;
		const renewed = await preAuthentication?.call(helpers, credentials);
		if (renewed && expiring.name in renewed) throw new Error('n8n would save the credential');
		return undefined;
	};

	runPreAuthentication = async () => undefined;
	updateCredentials = async () => {};
	updateCredentialsOauthTokenData = async () => {};
	getCredentials = async () => {
		throw new Error('The tests have no stored credentials');
	};
}
