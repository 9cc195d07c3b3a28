import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../sandbox/service/service';
import { watching, type Watching } from './watching';

/** A person without records of their own. */
export const PERSON = 'E0030';
export const given = (event: string): INodeParameters => ({
	event,
	code: { __rl: true, mode: 'id', value: PERSON },
});

/** Form 4 has no filters of its own, so nothing but this counts there. */
export const raise = ({ store }: Service, count: number, id = '9') =>
	store.raiseNotice(PERSON, { appsId: 4, id, label: 'To pack', count });

/** Takes away what the data of the service counts for the person. */
export const nothingElse = ({ store }: Service) => {
	for (const id of ['1', '2', '3'])
		store.raiseNotice(PERSON, { appsId: 1, id, label: 'none', count: 0 });
};

/** A test of a trigger on that person's notices. */
export const alone = async (
	event: string,
	dialect: object,
	test: (life: Watching) => Promise<void>,
): Promise<void> =>
	await watching({ given: given(event), dialect }, async (life) => {
		nothingElse(life.service);
		await test(life);
	});
