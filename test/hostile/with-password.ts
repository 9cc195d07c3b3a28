import type { INodeParameters } from 'n8n-workflow';
import type { Entry } from '../../nodes/RecordsDirectory/api';
import type { Fault, Service } from '../../sandbox/service/service';
import { faultsOf } from './faults';
import { APP, DIRECTORY, PASSWORD } from './kept';
import { scenarios } from '../n8n/scenarios/all';

/** The scenario of an operation; where it takes a password, with one from the item. */
export function runOf({ key, resourceName: resource, operationName: operation, ...entry }: Entry) {
	const { params, additionalFields = {}, runs } = entry.operation;
	const { given, items = [{ json: {} }] } = scenarios[key];
	const loginPass = '={{ $json.password }}';
	const more = { ...(given.additionalFields as object), loginPass };
	const parameters: INodeParameters = {
		...{ resource, operation },
		...given,
		...('loginPass' in params && { loginPass }),
		...('loginPass' in additionalFields && { additionalFields: more }),
	};
	// A look-up returns the columns of its items.
	const own = runs.kind === 'lookUp' ? {} : { password: PASSWORD };
	return { parameters, items: items.map((item) => ({ ...item, json: { ...item.json, ...own } })) };
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
	const { params, additionalFields = {} } = entry.operation;
	return 'loginPass' in { ...params, ...additionalFields } ? [[toAll], toWrites] : [[toAll]];
}

/** From now on the service fails in this way only. */
export function planned({ faults }: Service, plan: readonly Fault[]): void {
	faults.clear();
	for (const fault of plan) faults.add(fault);
}
