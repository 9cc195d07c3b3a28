/** The document's resources as this service keeps them. */
export type Values = Record<string, unknown>;

export interface Organization {
	code: string;
	name: string;
	kana: string;
	alias?: string;
	aliasKana?: string;
	parentCode?: string;
	note?: string;
}

export interface Position {
	code: string;
	name: string;
	kana: string;
	alias?: string;
	aliasKana?: string;
	note?: string;
}

export interface Affiliation {
	organizationCode?: string;
	positionCode?: string;
}

export interface User {
	code: string;
	name: string;
	kana: string;
	loginId: string;
	loginPass?: string;
	expire?: string;
	outsideAccess?: boolean;
	organizationCode: string;
	positionCode?: string;
	loginErrorCount?: number;
	isRetired?: boolean;
	subBelong?: Affiliation[];
}

export interface SelectItem {
	id: number;
	selectName: string;
	code1?: string;
	code2?: string;
	code3?: string;
	code4?: string;
	code5?: string;
	/** What the choice counts as in a formula. */
	calc?: string;
	regulationValue?: boolean;
}

export type FieldType =
	| 'text'
	| 'textArea'
	| 'number'
	| 'date'
	| 'dateTime'
	| 'radioButton'
	| 'comboBox'
	| 'checkBox'
	| 'listBox'
	| 'userSelection'
	| 'organizationSelection'
	| 'calculation'
	| 'file'
	| 'image'
	| 'label'
	| 'qrCode'
	| 'detailTable';

export interface SubField {
	fieldId: number;
	fieldType: FieldType;
	caption: string;
	uniqueId: string;
	required?: boolean;
	/** Required if the field with this ID compares like this with `requiredValue`: see requirement.ts. */
	requiredId?: number;
	requiredCompare?: number;
	requiredValue?: string;
	requiredFieldType?: string;
	min_length?: number;
	max_length?: number;
	max?: number;
	min?: number;
	digit?: number;
	calc?: string;
	calcFieldId?: number;
	prefix?: string;
	suffix?: string;
	selectItems?: SelectItem[];
	multiple?: boolean;
	default?: string;
	relationId?: number;
	relationFieldId?: number;
	relationType?: string;
	usage?: number;
}

export interface Field extends SubField {
	explanation?: string;
	note?: string;
	autolink?: string;
	autoFormat?: string;
	subTable?: SubField[];
	primaryKey?: boolean;
}

/** A saved filter of a form; its count of live records is what a notice shows. */
export interface NoticeFilter {
	id: string;
	label: string;
	/** Only records whose user selection in this field contains the user; undefined = everybody's. */
	userField?: string;
	/** Records in one of these process statuses. */
	statuses?: string[];
	/** Only records without a comment. */
	unanswered?: boolean;
	/** Counts comments addressed to the user, instead of records. */
	commentsTo?: boolean;
}

export interface Form {
	id: number;
	name: string;
	prefix: string;
	digits: number;
	startDay: string;
	endDay: string;
	readablePeriod: number;
	explanation: string;
	note: string;
	creatorCode: string;
	createdAt: string;
	updaterCode: string;
	updatedAt: string;
	fields: Field[];
	/** The process function's statuses, first = initial; absent = function off. */
	statuses?: string[];
	/** Fields that `keyword` searches; absent = not configured. */
	simpleSearch?: string[];
	filters?: NoticeFilter[];
	icon: { name: string; src: string };
}

export interface RecordRow {
	appsId: number;
	recordId: number;
	uniqueId: string;
	status: string;
	creatorCode: string;
	creator: string;
	createdAt: string;
	updaterCode: string;
	updater: string;
	updatedAt: string;
	isDeleted: number;
	data: string;
}

export interface CommentFile {
	name: string;
	type: string;
	size: number;
	createdAt: string;
	/** base64, without a prefix */
	content: string;
}

export interface CommentTarget {
	userCode: string;
	userName: string;
	organizationCode: string;
	organizationName: string;
	positionCode: string;
	positionName: string;
}

export interface Comment {
	id: number;
	appsId: number;
	recordId: number;
	isDeleted: number;
	content: string;
	parentId: number;
	creatorCode: string;
	creator: string;
	createdAt: string;
	target: CommentTarget[];
	file: CommentFile[];
}
