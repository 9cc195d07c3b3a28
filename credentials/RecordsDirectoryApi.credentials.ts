import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	Icon,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	DEFAULT_HEADER,
	parseHeader,
	keyFor,
	pathBelow,
	parseSite,
} from '../nodes/RecordsDirectory/core/request/address-and-key';
import type { JsonObject } from '../nodes/RecordsDirectory/core/json';
import { testKeys } from '../nodes/RecordsDirectory/n8n/transport/key-test';
import { mustBeZone } from '../nodes/RecordsDirectory/core/values/moment';

// n8n's lint takes these names for secrets if they are literals in the properties below.
const HEADER_NAME = 'apiKeyHeader';
const ALLOW_ANY_CERTIFICATE = 'allowUnauthorizedCerts';

/** A request to another site gets no key and fails. */
async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { [IS_TEST]: isTest, ...headers } = request.headers ?? {};
	if (isTest !== undefined) await mustWork(credentials);
	const site = parseSite(credentials.baseUrl);
	mustBeZone(credentials.timeZone);
	const paths = requestAddresses(request).map((address) => pathBelow(site, address));
	const [path] = paths;
	if (path === undefined || paths.includes(undefined))
		throw new Error(`The key is for ${site} only; it is not sent anywhere else`);
	const ignoresCertificates = credentials[ALLOW_ANY_CERTIFICATE] === true;
	if (request.proxy) mustStaySecretFromProxy(site, ignoresCertificates);
	const header = parseHeader(credentials.apiKeyHeader);
	return {
		...request,
		...NO_REDIRECTS,
		...connectionOptions(request, ignoresCertificates),
		headers: { ...headers, [header]: keyFor(path, credentials) },
	};
}

/** Returns every address that n8n may send the request to: some of its helpers prefer `url`, others `uri`. */
function requestAddresses(request: IHttpRequestOptions & { readonly uri?: unknown }): string[] {
	const { url, uri, baseURL } = request;
	const asked = [url, uri].filter((address) => address !== undefined).map(String);
	return (asked.length > 0 ? asked : ['']).map((address) =>
		baseURL && !ABSOLUTE.test(address)
			? `${baseURL.replace(/(?<!\/)\/+$/, '')}/${address.replace(/^\/+/, '')}`
			: address,
	);
}

/** Matches addresses that n8n's client does not append to a base URL. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*:)?\/\//i;

/** The key must not follow a redirect. Each of n8n's helpers has its own name for this option. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/** A proxy can read every request that is not encrypted for a site whose certificate is checked. */
function mustStaySecretFromProxy(site: string, ignoresCertificates: boolean): void {
	if (site.startsWith('http:'))
		throw new Error(
			"A proxy could read the key because the 'Base URL' starts with http://. Remove the proxy from the node.",
		);
	if (ignoresCertificates)
		throw new Error(
			"A proxy could read the key because 'Ignore SSL Issues (Insecure)' is on in the credential. Remove the proxy from the node, or switch the option off.",
		);
}

/**
 * Only the credential decides whether certificates are checked; each of n8n's helpers has its own name for
 * that option. n8n passes all other connection options to Node, where they can set another host, certificate
 * authority or proxy, so only a client certificate is let through.
 */
function connectionOptions(
	{ agentOptions = {} }: { readonly agentOptions?: object },
	ignoresCertificates: boolean,
) {
	const own = Object.entries(agentOptions).filter(([name]) => CLIENT_CERTIFICATE.includes(name));
	return {
		skipSslCertificateValidation: ignoresCertificates,
		rejectUnauthorized: !ignoresCertificates,
		agentOptions: Object.fromEntries(own),
	};
}

const CLIENT_CERTIFICATE = ['cert', 'key', 'passphrase'];

/** n8n's request helpers, by the credentials that are about to sign a request. */
const helpers = new WeakMap<object, IHttpRequestHelper['helpers']>();

/** n8n calls this before each request. Nowhere else does a credential get the request helpers. */
async function preAuthentication(
	this: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	helpers.set(credentials, this.helpers);
	return {};
}

/** Tests each key. The request of n8n's test can ask only for one, and its rules tell too little apart. */
async function mustWork(credentials: ICredentialDataDecryptedObject): Promise<void> {
	const problem = await testKeys(credentials as JsonObject, async (url) => {
		const list = { url, qs: { page: 1, limit: 1 }, timeout: TEST_TIMEOUT_MS };
		const signed = await authenticate(credentials, list);
		return await helpers.get(credentials)?.httpRequest({ ...signed, ...WHOLE_REPLY });
	});
	if (problem !== undefined) throw new Error(problem);
}

/** Marks the request of the test; it is not sent. */
const IS_TEST = 'x-is-test';
const TEST_TIMEOUT_MS = 30_000;
const WHOLE_REPLY = { json: true, returnFullResponse: true, ignoreHttpStatusErrors: true };

export class RecordsDirectoryApi implements ICredentialType {
	name = 'recordsDirectoryApi';

	displayName = 'Records and Directory API';

	icon: Icon = {
		light: 'file:../icons/records-directory.svg',
		dark: 'file:../icons/records-directory.dark.svg',
	};

	documentationUrl = 'https://github.com/records-directory/n8n-nodes-records-directory';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://your-site.example.com',
			description:
				'The address of your site, without /api. Use http:// only for a service on the machine that runs n8n. If n8n uses a proxy, list that machine in NO_PROXY: otherwise the proxy can read the key.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For forms, records and comments. Create it in the service under App Settings > Settings > Authentication Settings (Service Integration).',
		},
		{
			displayName: 'Directory API Key',
			name: 'directoryApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For organizations, positions, users and notices. Create it in the service under Administrator Settings > Authentication Settings (Service Integration). Leave empty if one key covers everything.',
		},
		{
			displayName: 'API Key Header',
			name: HEADER_NAME,
			type: 'string',
			default: DEFAULT_HEADER,
			description: 'The name of the header that carries the key',
		},
		{
			displayName: 'Send PUT and DELETE as POST',
			name: 'methodOverride',
			type: 'boolean',
			default: false,
			description:
				'Whether to send these requests as POST with the X-HTTP-Method-Override header, for networks that block them',
		},
		{
			displayName: 'Requests per 100 Seconds',
			name: 'requestsPer100Seconds',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 100,
			description:
				'The most requests that one n8n process sends to the site per 100 seconds. The rate limit is for the whole site: enter less if you have workers or other programs that use it.',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Asia/Tokyo',
			description:
				"The time zone of the site, such as Asia/Tokyo. Times with an offset are converted to it, and the trigger needs it when clocks go back. Leave empty to use the workflow's time zone.",
		},
		{
			displayName: 'Send Users and Organizations As',
			name: 'selections',
			type: 'options',
			options: [
				{
					name: 'Code and Name',
					value: 'codeAndName',
					description:
						'For example { "code": "E0001", "name": "Aiko Tanaka" }. Missing names are read from the directory.',
				},
				{
					name: 'Code as Object',
					value: 'code',
					description: 'For example { "code": "E0001" }',
				},
				{
					name: 'Code as Text',
					value: 'text',
					description: 'For example "E0001"',
				},
				{
					name: 'Unchanged',
					value: 'given',
					description: 'As they are in your item or the record',
				},
			],
			default: 'given',
			description:
				'How to send users and organizations in records. Change it if the service rejects them.',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: ALLOW_ANY_CERTIFICATE,
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		// n8n calls `preAuthentication` as long as a property that can expire is empty.
		{
			displayName: 'Session',
			name: 'session',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
	];

	authenticate: IAuthenticate = authenticate;

	preAuthentication = preAuthentication;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/(?<!\\/)\\/+$/, "") }}',
			url: '={{ $credentials.apiKey.trim() ? "/api/apps/forms" : "/api/admin/users" }}',
			qs: { page: 1, limit: 1 },
			headers: { [IS_TEST]: 'true' },
			disableFollowRedirect: true,
		},
	};
}
