import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Service } from '../../../sandbox/service/service';
import { scenarios } from '../scenarios/all';
import type { Scenario } from '../scenarios/scenario';
import { further } from './further';

/** One run of the node, and what is right under the plain dialect where its scenario says so. */
export interface Run {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
	readonly prepare?: (service: Service) => void;
	readonly right?: Pick<Scenario, 'sends' | 'gives'> | Pick<Scenario, 'fails'>;
	/** The form that it concerns, or 0. */
	readonly form: number;
	/** The silent points that it is for; all when absent. */
	readonly rows?: readonly number[];
}

const formIn = ({ form }: INodeParameters): number => {
	const { value = 0 } = (form ?? {}) as { value?: unknown };
	return Number(/\d+/.exec(String(value))?.[0] ?? 0);
};

const NO_INPUT: INodeExecutionData[] = [{ json: {} }];

/** Each operation twice: as it succeeds, and as it fails. */
const ofScenarios = entries.flatMap(({ key, resourceName, operationName }): Run[] => {
	const { given, prepare, sends, gives, fails, items = NO_INPUT } = scenarios[key] as Scenario;
	const parameters = { resource: resourceName, operation: operationName, ...given };
	const run = { items, form: formIn(given) };
	const failing = { ...parameters, ...fails.given };
	return [
		{ ...run, name: key, parameters, prepare, right: { sends, gives } },
		{ ...run, name: `${key}, failing`, parameters: failing, right: { fails } },
	];
});

const ofFurther = further.map(({ name, given, items = NO_INPUT, ...run }): Run => {
	const [resource, operation] = name.split(/[.,]/);
	const parameters = { resource, operation, ...given } as INodeParameters;
	return { ...run, name, parameters, items, form: formIn(given) };
});

export const runs: readonly Run[] = [...ofScenarios, ...ofFurther];

export function runNamed(name: string): Run {
	const found = runs.find((run) => run.name === name);
	if (!found) throw new Error(`No run is called ${name}`);
	return found;
}

/** Input that is rejected before anything is sent cannot depend on the service. */
export const sending = runs.filter(
	({ right }) => !right || ('fails' in right ? right.fails.requests > 0 : right.sends.length > 0),
);

/** The scenario of each operation as it succeeds. */
export const examples = ofScenarios.filter(
	(run): run is Run & { right: Pick<Scenario, 'sends' | 'gives'> } =>
		run.right !== undefined && 'sends' in run.right,
);
