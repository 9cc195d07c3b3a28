export declare function installedShare(folder: string): number;
export declare function bar(share: number, width?: number): string;
export declare function npmWithBar(
	words: readonly string[],
	folder: string,
	output?: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
	everyMs?: number,
): Promise<number | null>;
