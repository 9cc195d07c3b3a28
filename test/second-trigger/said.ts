/** Words of the trigger by which a story shows what a poll did; a test keeps them true. */
export const SAID = {
	continues: 'the next poll continues',
	isRepeated: 'The first poll failed and will be repeated',
	isUnusable: 'The saved state of this trigger cannot be used',
	isDamaged: 'is damaged',
} as const;

export const says = ({ log }: { readonly log: readonly string[] }, words: keyof typeof SAID) =>
	log.some((line) => line.includes(SAID[words]));
