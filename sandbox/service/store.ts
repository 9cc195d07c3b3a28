import { addComment, type CommentBody } from './comment-changes.ts';
import type { NoticeCount } from './notices.ts';
import { addRecords, createRecord, deleteRecord, updateRecord } from './record-changes.ts';
import type { ChangeOptions, NewRecord } from './record-rows.ts';
import type { Form, RecordRow, Values } from './resources.ts';
import { Tables } from './tables.ts';

/** All data of the service, and the changes that a user of the service would make. */
export class Store extends Tables {
	addForm(form: Form): void {
		this.forms.set(form);
	}

	/** Checks values as the API does; `options` say who made the change and when. */
	createRecord(appsId: number, values: Values, options: ChangeOptions = {}): RecordRow {
		return createRecord(this, appsId, values, options);
	}

	/** Changes only the values given, and `options.status` when given. */
	updateRecord(
		appsId: number,
		recordId: number,
		values: Values,
		options: ChangeOptions = {},
	): RecordRow {
		const partial = {
			...this.dialect(),
			updateBody: 'partial',
			keyRequiredOnUpdate: false,
		} as const;
		return updateRecord(this, appsId, recordId, values, options, partial);
	}

	deleteRecord(appsId: number, recordId: number, options: ChangeOptions = {}): void {
		deleteRecord(this, appsId, recordId, options);
	}

	/** Adds many records in one transaction, without checks and events; returns the first record ID. */
	addRecords(appsId: number, records: readonly NewRecord[]): number {
		return addRecords(this, appsId, records);
	}

	addComment(
		appsId: number,
		recordId: number,
		comment: CommentBody,
		options: { createdAt?: string } = {},
	): number {
		return addComment(this, appsId, recordId, comment, options);
	}

	/** Sets a user's count by hand; from then on it no longer follows the records. */
	raiseNotice(code: string, notice: NoticeCount): void {
		this.change(() => this.notices.raise(code, notice));
	}
}
