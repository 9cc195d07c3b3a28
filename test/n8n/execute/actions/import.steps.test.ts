import type { Values } from '../../../../nodes/RecordsDirectory/core/values/validate';
import {
	importSteps,
	itemImportSteps,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/import';
import { importing, subjects } from '../../runs';
import { jobFor } from '../jobs';

describe('the items of an import', () => {
	const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
	const jobForSubjects = async (count: number) =>
		await jobFor({ parameters: importing, items: subjects(count), credentials });
	const stepsFor = async (values: readonly Values[]) => {
		const job = await jobForSubjects(values.length);
		const checked = values.map((one, item) => ({ item, values: { form: 1, ...one } }));
		return itemImportSteps(job, checked);
	};

	it.each<[string, readonly Values[], number]>([
		['one request at a time without the option', [{}, {}], 1],
		[
			'as few requests in parallel as any of them says',
			[{ requestsAtOnce: 3 }, { requestsAtOnce: 2 }],
			2,
		],
		['one at a time if one of them does not say it', [{ requestsAtOnce: 3 }, {}], 1],
	])('allow %s', async (_, values, atOnce) => {
		const steps = await stepsFor(values);
		expect(steps.map((step) => [step.items, step.atOnce])).toEqual([[[0, 1], atOnce]]);
	});

	it('take no option that an operation does not have', async () => {
		const job = await jobForSubjects(2);
		const entries = [0, 1].map((subject) => ({
			subject,
			path: '/api/apps/1/records/import',
			body: {},
			rowsFrom: () => [],
			isNew: false,
		}));
		const [step] = importSteps(job, entries);
		expect(step).toMatchObject({ items: [0, 1], atOnce: 1 });
	});
});
