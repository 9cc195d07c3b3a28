import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { scenarios } from '../n8n/scenarios/all';
import { testCredential } from '../support/credential-test';
import { executeWithHints, listSearch, loadedOptions, mapperFields, poll } from '../support/n8n';
import { byId, type World } from '../support/world';

const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
const usual = {
	resource: 'comment',
	operation: 'get',
	form: byId(1),
	recordId: byId(1),
	code: byId('E0001'),
};

type Runs = Record<string, () => Promise<unknown>>;

/** Every operation as in its scenario, and everything that sends requests outside of an execution. */
export const everything = (credentials: World['credentials'], given?: INodeParameters): Runs => {
	const executions = entries.map(({ key, resourceName: resource, operationName: operation }) => {
		const { given: usual, items } = scenarios[key];
		const parameters = { resource, operation, ...usual, ...given };
		return [key, () => executeWithHints({ parameters, items, credentials })] as const;
	});
	return { ...Object.fromEntries(executions), ...asks(credentials) };
};

/** Everything that sends requests outside of an execution. */
export function asks(credentials: World['credentials'], given?: INodeParameters): Runs {
	const parameters = { ...usual, ...given };
	const run = { parameters, credentials };
	const polls = Object.keys(triggerEvents).flatMap((event) =>
		(['trigger', 'manual'] as const).map((mode) => [
			`${event}, ${mode}`,
			async () => {
				const staticData = {};
				const given = { ...run, parameters: { ...parameters, event }, mode, staticData };
				return [await poll(given), await poll(given), staticData];
			},
		]),
	);
	return Object.fromEntries([
		...Object.keys(searches).map((name) => [name, () => listSearch(name, run)]),
		...Object.keys(loadOptions).map((name) => [name, () => loadedOptions(name, run)]),
		['getFormFields', () => mapperFields('getFormFields', run)],
		['the test', () => testCredential(credentials)],
		...polls,
	]) as Runs;
}

/** What each kind of use of a credential comes to. */
export const outcomesWith = async (credentials: World['credentials']) => {
	const runs = everything(credentials);
	const some = ['form.getAll', 'searchForm', 'recordCreated, trigger', 'the test'];
	return await Promise.allSettled(some.map((name) => runs[name]!()));
};
