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

/** The first page of a list of up to 50 rows. */
export const firstPage = { page: '1', limit: '50' };

/** The first page of a list that is read whole. */
export const wholeList = { page: '1', limit: '1000' };
