import { Failure } from '../../../../nodes/RecordsDirectory/core/request/failure';
import { importSteps } from '../../../../nodes/RecordsDirectory/n8n/execute/actions/import';
import { importing, subjects } from '../../runs';
import { jobFor } from '../jobs';

const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
const makeJob = () => jobFor({ parameters: importing, items: subjects(6), credentials });
const entries = (count: number) =>
	Array.from({ length: count }, (_, subject) => ({
		...{ subject, path: '/a', body: {}, rowsFrom: () => [], isNew: false },
	}));

it('100 items go in one request, and the others in the next', async () => {
	const steps = importSteps(await makeJob(), entries(101));
	expect(steps.map(({ items }) => items.length)).toEqual([100, 1]);
});

it.each([
	['what was saved is not retried', ['saved', 'unknown', 'absent'], [[1], [2]]],
	['a single one is not retried', ['unknown'], []],
] as const)('of rejected positions, %s', async (_, fates, again) => {
	const parameters = { resource: 'position', operation: 'import' };
	const job = await jobFor({ parameters, items: subjects(3), credentials });
	const looks = fates.map((fate) => ({ fate }));
	const [step] = importSteps(job, entries(fates.length));
	const steps = step?.again?.(new Failure({ kind: 'refused', message: 'Rejected', looks }));
	expect(steps?.map(({ items }) => items)).toEqual(again);
});

describe('list indexes in a message', () => {
	/** The failure of an import of 13 items that the service rejects with this message. */
	const failureOf = async (message: string) => {
		const job = await makeJob();
		const details = ['records[1] is empty'];
		const send = () =>
			Promise.reject(new Failure({ kind: 'refused', status: 403, message, details }));
		const [step] = importSteps({ ...job, client: { ...job.client, send } }, entries(13));
		return await step?.work().catch((error: unknown) => error);
	};

	it('get the number of their item, unless they are nested', async () => {
		const message = 'other[2], [records[12].record.records[1]] and records[0] are wrong';
		expect(await failureOf(message)).toMatchObject({
			message:
				'other[2], [records[12] (item 12).record.records[1]] and records[0] (item 0) are wrong',
			details: ['records[1] (item 1) is empty'],
			blamed: [12, 0, 1],
		});
	});

	it('get no item that is not in the request', async () => {
		const message = 'other[2] and records[13] are wrong';
		expect(await failureOf(message)).toMatchObject({ message, blamed: [1] });
	});
});
