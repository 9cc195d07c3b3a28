import { isFalling } from '../../../nodes/RecordsDirectory/core/listing/falling';

it.each<[readonly string[], boolean]>([
	[[], true],
	[['a'], true],
	[['c', 'b', 'a'], true],
	[['c', 'c', 'a', 'a'], true],
	[['b', 'c'], false],
	[['c', 'a', 'b'], false],
	[['c', 'b', 'b', 'c'], false],
])('whether %j falls: %j', (all, falls) => expect(isFalling(all)).toBe(falls));

it('what is above decides, if it is given', () => {
	const isLonger = (one: string, other: string) => one.length > other.length;
	expect(isFalling(['aaa', 'zz', 'c'], isLonger)).toBe(true);
	expect(isFalling(['z', 'aa'], isLonger)).toBe(false);
});
