import type { Resource } from '../api/define';
import type { Row } from './json';

/**
 * A row with the properties that people need. A record is laid flat: its fields stand beside the
 * record's own properties; a field whose identifier is one of those stands as `record.<identifier>`.
 */
export function simplified(resource: Resource, row: Row): Row {
	const kept = (resource.simplified ?? Object.keys(row)).filter((name) => Object.hasOwn(row, name));
	const flat = kept.flatMap(
		(name): Array<[string, unknown]> =>
			name === 'record' && typeof row.record === 'object' && row.record !== null
				? Object.entries(row.record).map(([id, value]) => [
						Object.hasOwn(resource.entity, id) || id.startsWith('record.') ? `record.${id}` : id,
						value,
					])
				: [[name, row[name]]],
	);
	return Object.fromEntries(flat);
}
