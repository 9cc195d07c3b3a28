import type { IPairedItemData } from 'n8n-workflow';
import type { Subject } from '../core/batches';

export type LinkOf = (subject: Subject) => IPairedItemData | IPairedItemData[];

/** What an output is linked to in n8n: its input item, or all of them where none names its subject. */
export function linksOf(total: number): LinkOf {
	const items = Array.from({ length: total }, (_, item) => ({ item }));
	const all = items.length === 1 ? { item: 0 } : items;
	return (subject) => (typeof subject === 'number' ? { item: subject } : all);
}
