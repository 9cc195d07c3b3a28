import { readFileSync } from 'node:fs';
import { breaks, type Break } from '../../scripts/defects/breaks.mjs';

test('scripts/defects/breaks.mjs quotes the code as it is: each edit brings back a defect', () => {
	const edits = breaks.filter(({ cannot }) => cannot === undefined);
	expect(edits.length).toBeGreaterThan(100);
	const timesIn = ({ file = '', find = '' }: Break) =>
		readFileSync(`nodes/RecordsDirectory/${file}`, 'utf8').split(find).length - 1;
	expect(edits.filter((one) => timesIn(one) !== 1).map(({ what }) => what)).toEqual([]);
});
