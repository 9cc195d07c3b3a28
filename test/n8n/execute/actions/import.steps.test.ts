import { Failure } from '../../../../nodes/RecordsDirectory/core/request/failure';
import { importSteps } from '../../../../nodes/RecordsDirectory/n8n/execute/actions/import';
import { importing, subjects } from '../../runs';
import { jobFor } from '../jobs';

const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };

describe('list indexes in a message', () => {
	/** The failure of an import of six items that the service rejects with this message. */
	const failureOf = async (message: string) => {
		const job = await jobFor({ parameters: importing, items: subjects(6), credentials });
		const entry = { path: '/a', body: {}, rowsFrom: () => [], isNew: false };
		const details = ['records[1] is empty'];
		const send = () =>
			Promise.reject(new Failure({ kind: 'refused', status: 403, message, details }));
		const client = { ...job.client, send };
		const all = [0, 1, 2, 3, 4, 5].map((subject) => ({ ...entry, subject }));
		const [step] = importSteps({ ...job, client }, all);
		return await step?.work().catch((error: unknown) => error);
	};

	it('get the number of their item, unless they are nested', async () => {
		const message = 'other[2], [records[5].record.records[1]] and records[0] are wrong';
		expect(await failureOf(message)).toMatchObject({
			message:
				'other[2], [records[5] (item 5).record.records[1]] and records[0] (item 0) are wrong',
			details: ['records[1] (item 1) is empty'],
			blamed: [5, 0, 1],
		});
	});

	it('get no item that is not in the request', async () => {
		const message = 'other[2] and records[9] are wrong';
		expect(await failureOf(message)).toMatchObject({ message, blamed: [1] });
	});
});
