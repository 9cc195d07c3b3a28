import { roomImports, roomsDrawing } from '../../scripts/docs/rooms';

it('the rooms are found with what they import', () => {
	const imports = roomImports();
	expect([...(imports.get('core/listing') ?? [])]).toContain('core/request');
	expect([...(imports.get('n8n/execute') ?? [])]).toEqual(
		expect.arrayContaining(['n8n/transport', 'core/form', 'api']),
	);
	expect(imports.get('n8n')).toBeUndefined();
});

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
