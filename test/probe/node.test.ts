import { QUESTIONS } from '../../nodes/RecordsDirectory/core/probe/findings';
import { execute } from '../support/n8n';
import { inWorld, jsonOf } from '../support/world';
import { probedSite } from './site';

const parameters = { resource: 'site', operation: 'check' };

test('the node says what the command says', async () => {
	const dialect = { dates: 'hyphens', pageCap: 100, times: 'offset', numbers: 'strings' } as const;
	await inWorld({ dialect }, async ({ credentials }) => {
		const rows = jsonOf(await execute({ parameters, credentials }));
		const { findings } = await probedSite([{ row: 0, name: 'some', dialect }]);
		expect(rows.map(({ question }) => question)).toEqual(QUESTIONS.map(({ name }) => name));
		// The node waits its turn, so a second may pass.
		const expected = findings.filter(({ question }) => question !== 'clockOffsetSeconds');
		for (const { question, behaviour, certainty } of expected)
			expect(rows).toContainEqual(
				expect.objectContaining({
					question,
					certainty,
					...(behaviour === undefined ? {} : { behaviour: String(behaviour) }),
				}),
			);
	});
});
