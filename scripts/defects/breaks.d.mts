export interface Break {
	readonly what: string;
	/** Below `nodes/RecordsDirectory`. */
	readonly file?: string;
	/** What the edit replaces; it occurs once. */
	readonly find?: string;
	/** Default: nothing. */
	readonly replace?: string;
	/** Why no edit brings the defect back. */
	readonly cannot?: string;
}
export declare const breaks: readonly Break[];
