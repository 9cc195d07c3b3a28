import type { IPairedItemData } from 'n8n-workflow';
import type { Subject } from '../../core/request/subject';

export type LinkOf = (subject: Subject) => IPairedItemData | IPairedItemData[];

/** What an output is linked to in n8n: its input item, or all of them where none names its subject. */
export function linksOf(total: number): LinkOf {
	let all: IPairedItemData | IPairedItemData[] | undefined;
	return (subject) => (typeof subject === 'number' ? { item: subject } : (all ??= toAll(total)));
}

const toAll = (total: number): IPairedItemData | IPairedItemData[] =>
	total === 1 ? { item: 0 } : Array.from({ length: total }, (_, item) => ({ item }));
