import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { PageSize } from '../../../nodes/RecordsDirectory/n8n/transport/smaller-pages';
import { inAHurry } from '../../support/hurry';

const failed = (facts: Partial<Failure>) =>
	new Failure({ kind: 'service', message: 'No', ...facts });

it.each<[string, number, Partial<Failure>]>([
	['was too large', 250, { kind: 'large' }],
	['was too slow', 250, { kind: 'slow' }],
	['was cut off', 250, { status: 200 }],
	['a proxy refused', 250, { kind: 'refused', status: 413 }],
	['a proxy no longer waited for', 250, { status: 504 }],
	['never came', 20, { kind: 'network', code: 'ETIMEDOUT' }],
	['lost its connection', 1_000, { kind: 'network', code: 'ECONNRESET' }],
	['the service could not make', 1_000, { status: 500 }],
	['changed while it was read', 1_000, {}],
	['another program sent', 1_000, { kind: 'foreign', status: 200 }],
])('after a page that %s, the next one has at most %i rows', (_, rows, facts) => {
	const size = new PageSize();
	expect(size.shrinkAfter(failed(facts), { limit: 1_000 })).toBe(rows < 1_000);
	expect(size.most).toBe(rows);
});

it('pages shrink as far as useful, and grow again every 15 minutes', async () => {
	await inAHurry(async ({ skip }) => {
		const size = new PageSize();
		const large = failed({ kind: 'large' });
		const shrunk = (limit: number) => [size.shrinkAfter(large, { limit }), size.most];
		// Another run asked for its 1,000 rows before.
		const found = [1_000, 250, 62, 20, 1_000].flatMap(shrunk);
		expect(found).toEqual([true, 250, true, 62, true, 20, false, 20, true, 20]);
		expect(size.shrinkAfter(large, { key: 'E1' })).toBe(false);
		for (const rows of [20, 80, 320, 1_000, 1_000]) {
			skip(rows === 20 ? 899_000 : 901_000);
			expect(size.most).toBe(rows);
		}
	});
});
