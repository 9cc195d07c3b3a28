import { roomsDrawing } from '../../scripts/docs/rooms';

it('an arrow that follows from others is not drawn', () => {
	const imports = new Map([
		['n8n/form', new Set(['core/form', 'core/values'])],
		['core/form', new Set(['core/values'])],
		['core/values', new Set<string>()],
	]);
	const arrows = roomsDrawing(imports)
		.split('\n')
		.filter((line) => line.includes('-->'))
		.map((line) => line.trim());
	expect(arrows).toEqual([
		'room_core_form --> room_core_values',
		'room_n8n_form --> room_core_form',
	]);
});
