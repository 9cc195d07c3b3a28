import { idIn, type Id } from '../../../../nodes/RecordsDirectory/core/id';
import { poll, range } from './polls';

/** Around 2^53 only some IDs are exact numbers; IDs of 22 digits never are. */
const BASES = [2n ** 53n - 30n, 2n ** 52n, 10n ** 21n];

describe.each(BASES)('record IDs above %s', (base) => {
	const up = (id: Id) => idIn(String(BigInt(id) + base))!;
	const moved = (ids: Iterable<Id>) => [...ids].map(up);

	test('are watched with the same requests, and told exactly', () => {
		const lists = [
			range(1, 900),
			range(1, 900),
			range(2, 905),
			[...range(2, 450), ...range(452, 905)],
		];
		const lives = (listsOf: readonly (readonly Id[])[]) => {
			let state: ReturnType<typeof poll>['state'] | undefined;
			return listsOf.map((ids) => {
				const listed = ids.map((recordId) => ({ recordId }));
				const done = poll(state, { listed }, { pageSize: 100, patrolEvery: 1 });
				({ state } = done);
				return done;
			});
		};
		const long = lives(lists.map(moved));
		const usual = lives(lists);
		const pages = (done: typeof usual) =>
			done.map(({ asked }) => asked.filter((one) => !one.startsWith('record')));
		expect(pages(long)).toEqual(pages(usual));
		expect(long.map(({ told }) => told)).toEqual([
			[],
			[],
			[`recordDeleted:4:${base + 1n}:1`],
			[`recordDeleted:4:${base + 451n}:1`],
		]);
	});
});
