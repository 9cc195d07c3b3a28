import { circlesIn } from '../../../nodes/RecordsDirectory/core/directory/plan';

it('circles are found once each, without what is only below', () => {
	const planned = ['DC', 'CB', 'AB', 'BA', 'XX', 'Y-'].map(([code = '', parentCode], item) => ({
		...{ item, code, action: 'create' as const, changes: {} },
		body: { code, parentCode },
	}));
	const circles = circlesIn({ planned, missing: [] });
	expect([...new Set(circles.values())]).toEqual([['B', 'A'], ['X']]);
	expect([...circles.keys()]).toEqual(['B', 'A', 'X']);
});
