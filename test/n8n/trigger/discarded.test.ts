import { inAHurry } from '../../support/hurry';
import { Database, LivingN8n } from '../../support/living-n8n';
import { FORM, formId, watching } from '../../support/watching';

const options = { names: 'identifiers' };
const parameters = { event: 'recordCreatedOrUpdated', form: formId(FORM), options };

/** What makes n8n throw away the result of a poll that runs. */
const ways: readonly (readonly [string, (n8n: LivingN8n) => Promise<void>])[] = [
	['a new version is published', async (n8n) => await n8n.publish('update')],
	[
		'the workflow is unpublished and published at once',
		async (n8n) => {
			await n8n.unpublish();
			await n8n.publish('activate');
		},
	],
];

it.each(ways)(
	'a poll that ends after the next one began counts for nothing: %s',
	async (_, way) => {
		await inAHurry(async () => {
			await watching({}, async ({ credentials, service, pass, edit }) => {
				const database = new Database();
				const n8n = new LivingN8n(database, { parameters, credentials });
				await n8n.publish('activate');
				const expected: object[] = [];
				const next = () => {
					pass(30);
					const name = `edit ${expected.length}`;
					edit(7, name);
					expected.push(expect.objectContaining({ recordId: 7, 'field-41': name }));
				};
				for (let round = 0; round < 4; round++) {
					next();
					service.faults.add({ answer: { delayMs: 60 } });
					n8n.tick();
					await way(n8n);
					await n8n.quiet();
					next();
					await n8n.poll();
				}
				expect(database.items).toEqual(expected);
				expect(database.failures).toEqual([]);
			});
		});
	},
);
