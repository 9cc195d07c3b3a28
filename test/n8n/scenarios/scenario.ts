import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import type { Sent } from '../../support/world';

/** The exact requests and outputs of an operation, and one way in which it fails. */
export interface Scenario {
	/** Parameters besides `resource` and `operation`. */
	readonly given: INodeParameters;
	readonly items?: INodeExecutionData[];
	/** Changes the service's data before the node runs. */
	readonly prepare?: (service: Service) => void;
	readonly sends: readonly Sent[];
	/** What the first run at a site sends, if it also asks what the document does not say. */
	readonly sendsFirst?: readonly Sent[];
	/** The JSON of the outputs; jest's asymmetric matchers are welcome. */
	readonly gives: readonly unknown[];
	readonly fails: {
		/** Parameters that differ from `given`. */
		readonly given: INodeParameters;
		/** The message, in the words of the service or of an earlier check. */
		readonly message: RegExp;
		/** The number of requests; 0 if the mistake is found before any is sent. */
		readonly requests: number;
	};
}

export const send = {
	get: (path: string, query?: Sent['query']): Sent => ({
		...{ method: 'GET', path },
		...(query && { query }),
	}),
	post: (path: string, body: object): Sent => ({ method: 'POST', path, body }),
	put: (path: string, body: object): Sent => ({ method: 'PUT', path, body }),
	delete: (path: string): Sent => ({ method: 'DELETE', path }),
};

export const fails = (given: INodeParameters, message: RegExp, requests = 0) => ({
	given,
	message,
	requests,
});

/** The output for what was written. */
export const done = (action: string, values: object) => ({ success: true, action, ...values });

/** The parameters of an entry: what is new has its code in a parameter of its own. */
export const asNew = ({ code, ...rest }: { code: string; name: string; kana: string }) => ({
	newCode: code,
	...rest,
});

/** The first page of a list of up to 50 rows. */
export const firstPage = { page: '1', limit: '50' };

/** The first page of a list that is read whole. */
export const wholeList = { page: '1', limit: '1000' };

/** Looks up an entry of the directory by its code, and one that does not exist. */
export const lookUp = (resource: string, path: string, code: string): Scenario => ({
	given: { matches: { row: [{ field: 'code', value: '={{ $json.of }}' }] } },
	items: [{ json: { of: code } }, { json: { of: 'NOBODY' } }],
	sends: [send.get(path, wholeList)],
	gives: [
		{ of: code, [resource]: expect.objectContaining({ code }) },
		{ of: 'NOBODY', [resource]: null },
	],
	fails: fails({ matches: {} }, /'Match On' is empty/),
});
