import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Service } from '../../../sandbox/service/service';
import { scenarios } from '../scenarios/all';
import type { Scenario } from '../scenarios/scenario';
import { further } from './further';
import type { Setting } from './settings';

/** One run of the node, and what is right under the plain dialect where its scenario says so. */
export interface Run {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
	readonly prepare?: (service: Service) => void;
	readonly right?: Pick<Scenario, 'sends' | 'gives'> | Pick<Scenario, 'fails'>;
	/** The form that it concerns, if any. */
	readonly form: number;
	/** The silent points that it is for; all when absent. */
	readonly rows?: readonly number[];
}

const formOf = ({ form }: INodeParameters): number => {
	const { value = 0 } = (form ?? {}) as { value?: unknown };
	return Number(/\d+/.exec(String(value))?.[0] ?? 0);
};

const items = (given: Scenario['items']) => given ?? [{ json: {} }];

/** Each operation twice: as it succeeds, and as it fails. */
const ofScenarios = entries.flatMap(({ key, resourceName, operationName }): Run[] => {
	const { given, prepare, sends, gives, fails, ...rest } = scenarios[key] as Scenario;
	const parameters = { resource: resourceName, operation: operationName, ...given };
	const run = { items: items(rest.items), form: formOf(given) };
	const failing = { ...parameters, ...fails.given };
	return [
		{ ...run, name: key, parameters, prepare, right: { sends, gives } },
		{ ...run, name: `${key}, failing`, parameters: failing, right: { fails } },
	];
});

const ofFurther = further.map(({ name, given, ...run }): Run => {
	const [resource, operation] = name.split(/[.,]/);
	const parameters = { resource, operation, ...given } as INodeParameters;
	return { ...run, name, parameters, items: items(run.items), form: formOf(given) };
});

export const runs: readonly Run[] = [...ofScenarios, ...ofFurther];

export function runNamed(name: string): Run {
	const found = runs.find((run) => run.name === name);
	if (!found) throw new Error(`No run is called ${name}`);
	return found;
}

/** Input that is rejected before anything is sent cannot depend on the service. */
const isSending = ({ right }: Run) =>
	!right || ('fails' in right ? right.fails.requests > 0 : right.sends.length > 0);

export const sending = runs.filter(isSending);

/** The scenario of each operation as it succeeds. */
export const examples = ofScenarios.filter(
	(run): run is Run & { right: Pick<Scenario, 'sends' | 'gives'> } =>
		run.right !== undefined && 'sends' in run.right,
);

/** The runs that are tried with a setting. */
export const runsFor = ({ row }: Setting, all: boolean): Run[] =>
	sending.filter(({ rows }) => all || !rows || rows.includes(row));
