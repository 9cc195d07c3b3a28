import { posix } from 'node:path';
import { importsOf, sourceFiles } from '../../test/support/source';

const NODE = 'nodes/RecordsDirectory';

/** Returns the rooms that each room imports, by name, such as `core/form`. */
export function roomImports(): ReadonlyMap<string, ReadonlySet<string>> {
	const rooms = new Map<string, Set<string>>();
	for (const { path, text } of sourceFiles(NODE)) {
		const room = roomOf(path);
		if (room === undefined) continue;
		const targets = rooms.get(room) ?? new Set();
		rooms.set(room, targets);
		for (const { from } of importsOf(text)) {
			const target = roomOf(posix.join(posix.dirname(path), from));
			if (target !== undefined && target !== room) targets.add(target);
		}
	}
	return rooms;
}

/** Names the files of a layer outside its rooms. */
function filesBeside(layer: string): string {
	if (layer === 'api') return 'the table of operations';
	const files = sourceFiles(`${NODE}/${layer}`).map(({ path }) => posix.parse(path));
	return files
		.filter(({ dir }) => dir === `${NODE}/${layer}`)
		.map(({ name }) => name)
		.join(', ');
}

/** Files outside the rooms belong to the layer itself. */
function roomOf(path: string): string | undefined {
	const [, house, room] = new RegExp(`^${NODE}/(api|core|n8n)/(?:([^/]+)/)?`).exec(path) ?? [];
	if (house === undefined || (house === 'api' && room !== undefined)) return house;
	return room === undefined ? house : `${house}/${room}`;
}

/** Draws the rooms for Mermaid, without arrows that follow from others. */
export function roomsDrawing(imports = roomImports()): string {
	const rooms = [...imports.keys()].sort();
	const arrows = rooms.flatMap((room) =>
		[...direct(imports, room)].sort().map((target) => `\t${idOf(room)} --> ${idOf(target)}`),
	);
	const house = (name: string) => [
		`\tsubgraph ${name}`,
		...rooms
			.filter((room) => room === name || room.startsWith(`${name}/`))
			.map((room) => `\t\t${idOf(room)}["${room.slice(name.length + 1) || filesBeside(name)}"]`),
		'\tend',
	];
	return [
		'```mermaid',
		'flowchart TD',
		...['n8n', 'core', 'api'].flatMap(house),
		...arrows,
		'```',
	].join('\n');
}

const idOf = (room: string) => `room_${room.replace('/', '_')}`;

/** Returns the rooms that a room imports, without those that another one of them imports as well. */
function direct(imports: ReadonlyMap<string, ReadonlySet<string>>, room: string): Set<string> {
	const targets = imports.get(room) ?? new Set<string>();
	const beyond = new Set([...targets].flatMap((target) => [...reached(imports, target)]));
	return new Set([...targets].filter((target) => !beyond.has(target)));
}

function reached(
	imports: ReadonlyMap<string, ReadonlySet<string>>,
	room: string,
	known = new Set<string>(),
): Set<string> {
	for (const target of imports.get(room) ?? []) {
		if (known.has(target)) continue;
		known.add(target);
		reached(imports, target, known);
	}
	return known;
}
