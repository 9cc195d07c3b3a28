import type { INodeExecutionData } from 'n8n-workflow';
import { allInAHurry } from '../../../support/hurry';
import { execute } from '../../../support/n8n';
import { inWorld, test } from '../../../support/world';
import { countOf, errorOf, failureOf, importing, subjects } from '../../runs';

allInAHurry();

const linked = (items: INodeExecutionData[]) => items.map((_, item) => ({ item }));
const links = (output: INodeExecutionData[]) => output.map(({ pairedItem }) => pairedItem);
const items = subjects(250);
const keepsOpen = /^Unknown: items 100 to 199 may have been saved/;

it.each([
	['nothing', 140],
	['rowsBeforeStay', 145],
] as const)(
	'the third request is not sent if the second is rejected: %s',
	async (importFailure, records) => {
		await inWorld({ dialect: { importFailure } }, async ({ service, credentials }) => {
			const parameters = {
				...importing,
				recordJson:
					'={{ $itemIndex === 105 ? { "field-2": "no subject" } : { "field-1": $json.subject } }}',
			};
			const error = await failureOf(execute({ parameters, items, credentials }));
			expect(error.message).toMatch(/^Bad Request: .*records\[5\] \(item 105\).*field-1/);
			expect(error.description).toMatch(/^Saved: items 0 to 99\. Unknown: items 100 to 199 /);
			expect(error.description).toMatch(/ Not sent: items 200 to 249\./);
			expect(error.context.itemIndex).toBe(105);
			expect(service.log).toHaveLength(2);
			expect(countOf(service)).toBe(records);
		});
	},
);

test.each([
	['is rejected', { status: 400 }, keepsOpen],
	['is interrupted', { drop: 'after' } as const, keepsOpen],
])(
	'the third request is sent with Continue if the second %s',
	async ({ service, credentials }, _, answer, words) => {
		service.faults.add({ nth: 2, answer });
		const run = { parameters: importing, items, credentials, continueOnFail: true };
		const output = await execute(run);
		expect(links(output)).toEqual(linked(items));
		const failed = output.flatMap(({ json }, item) => (json.error ? [item] : []));
		expect(failed).toEqual(Array.from({ length: 100 }, (_, n) => n + 100));
		expect(errorOf(output[100])?.description).toMatch(words);
		expect(errorOf(output[100])?.description).not.toMatch(/not sent/i);
		expect(service.log).toHaveLength(3);
	},
);

test.each([
	['one after the other', importing],
	['three in parallel', { ...importing, options: { requestsAtOnce: 3 } }],
])(
	'the second request is retried after the rate limit, and no record is created twice: %s',
	async ({ service, credentials }, _, parameters) => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		service.faults.add({ nth: 2, answer: { status: 402, headers: { 'retry-after': '0' } } });
		const output = await execute({ parameters, items, credentials });
		jest.restoreAllMocks();
		expect(output).toHaveLength(250);
		expect(service.log).toHaveLength(4);
		expect(countOf(service)).toBe(290);
	},
);
