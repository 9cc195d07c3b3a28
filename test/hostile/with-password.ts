import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Entry } from '../../nodes/RecordsDirectory/api';
import type { Fault, Service } from '../../sandbox/service/service';
import { faultsOf } from './faults';
import { APP, DIRECTORY, PASSWORD } from './kept';
import { scenarios } from '../n8n/scenarios/all';

const FROM_THE_ITEM = '={{ $json.password }}';

const takesPassword = ({ operation: { params, additionalFields = {} } }: Entry) =>
	'loginPass' in params || 'loginPass' in additionalFields;

/** The scenario of an operation; where it takes a password, with one from the item. */
export function runOf(entry: Entry) {
	const { key, resourceName: resource, operationName: operation } = entry;
	const { given, items = [{ json: {} }] } = scenarios[key];
	const parameters: INodeParameters = { resource, operation, ...given };
	if ('loginPass' in entry.operation.params) parameters.loginPass = FROM_THE_ITEM;
	if ('loginPass' in (entry.operation.additionalFields ?? {}))
		parameters.additionalFields = {
			...(given.additionalFields as object),
			loginPass: FROM_THE_ITEM,
		};
	const withPassword = ({ json, ...rest }: INodeExecutionData) => ({
		...rest,
		json: { ...json, password: PASSWORD },
	});
	// A look-up returns the columns of its items.
	const isOwn = entry.operation.runs.kind === 'lookUp';
	return { parameters, items: isOwn ? items : items.map(withPassword) };
}

/** The faults of a kind for an operation: a service can repeat a password only where it got one. */
export function faultsFor(entry: Entry, kind: string): ReadonlyArray<readonly Fault[]> {
	const answerTo = (secrets: readonly string[]) => faultsOf(secrets)[kind]!;
	const toAll = { times: Infinity, answer: answerTo([APP, DIRECTORY]) };
	const toWrites = ['POST', 'PUT'].map((method) => ({
		method,
		times: Infinity,
		answer: answerTo([APP, DIRECTORY, PASSWORD]),
	}));
	return takesPassword(entry) ? [[toAll], toWrites] : [[toAll]];
}

/** From now on the service fails in this way only. */
export function planned({ faults }: Service, plan: readonly Fault[]): void {
	faults.clear();
	for (const fault of plan) faults.add(fault);
}
