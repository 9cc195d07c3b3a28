import { joinedMistakes } from '../../../nodes/RecordsDirectory/core/bulk/effect';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const wrong = (message: string, advice = `Correct ${message}.`) => new InputError(message, advice);
const joined = (total: number, ...found: ReadonlyArray<readonly [number, unknown]>) =>
	joinedMistakes(new Map(found), total);

describe('what is wrong with items', () => {
	it('is nothing where nothing was found', () => expect(joined(3)).toBeUndefined());

	it('is reported item by item where it differs, in their order, with each advice once', () => {
		const told = joined(
			2500,
			[7, wrong('B', 'Mend.')],
			[9, wrong('A', 'Mend.')],
			[2, wrong('B', 'Mend.')],
		);
		expect(told?.error).toMatchObject({
			message: '3 of 2,500 items have mistakes',
			advice: '\nItems 2 and 7: B\nItem 9: A\nB and A: Mend.',
		});
		const same = wrong('A', 'Mend.');
		expect(joined(3, [0, same], [2, same])?.error).toMatchObject({
			message: 'Items 0 and 2: A',
			advice: 'Mend.',
		});
	});

	it('is reported without counting if all items have the same and nothing else', () => {
		const all = joined(3, [0, wrong('A')], [1, wrong('A')], [2, wrong('A')]);
		expect(all).toMatchObject({ error: { message: 'A', advice: 'Correct A.' }, item: 0 });
		expect(joined(2, [0, wrong('A')], [1, wrong('B')])?.error).toMatchObject({
			message: '2 of 2 items have mistakes',
			advice: expect.stringContaining('\nItem 0: A\nItem 1: B\n') as unknown,
		});
	});

	it('is reported in the order of the items, in whichever order it was found', () => {
		const found = [
			[9, wrong('A')],
			[2, wrong('B')],
			[5, wrong('C')],
			[7, wrong('D')],
		] as const;
		expect(joined(10, ...found)?.error).toMatchObject({
			advice: expect.stringContaining('\nItem 2: B\nItem 5: C\nItem 7: D\nItem 9: A\n') as unknown,
		});
	});

	it('is reported beside what is wrong with the program or at the service', () => {
		expect(joined(3, [0, wrong('A')], [1, new Error('No such node')])?.error).toMatchObject({
			name: 'InputError',
			message: '2 of 3 items have mistakes',
			advice: '\nItem 0: A\nItem 1: No such node\nCorrect A.',
		});
	});

	it('is reported in plain words where values are nested too deeply, wherever that was noticed', () => {
		const tooDeep = () => new RangeError('Maximum call stack size exceeded');
		expect(joined(2, [0, tooDeep()], [1, tooDeep()])?.error).toMatchObject({
			message: 'A value has too many levels of lists and objects',
		});
	});

	it('is counted beyond ten, quickly', () => {
		const found = new Map<number, unknown>();
		for (let item = 0; item < 200_000; item++)
			found.set(item, { message: item % 2 ? 'odd' : `${item}` });
		const from = process.cpuUsage();
		const { message, advice } = joinedMistakes(found, 1_000_000)?.error as InputError;
		// If each were compared with all others, it would take minutes.
		expect(process.cpuUsage(from).user / 1_000).toBeLessThan(10_000);
		expect(message).toBe('200,000 of 1,000,000 items have mistakes');
		expect(advice).toMatch(/\nItem 16: 16\nAnd 99,991 more\n$/);
	});
});

it('more than ten different mistakes are counted, and the first ten named', () => {
	const found = Array.from({ length: 12 }, (_, n) => [n, wrong(`M${n}.`)] as const);
	const { advice } = joined(20, ...found)?.error as InputError;
	expect(advice).toMatch(/^\nItem 0: M0\.\n.*\nItem 9: M9\.\nAnd 2 more\n/s);
	expect((joined(20, ...found.slice(0, 10))?.error as InputError).advice).not.toContain('more');
});
