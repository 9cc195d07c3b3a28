import { numberIn, textIn } from '../../json';
import type { Kind } from '../field';
import { isTrue, typeWords } from './definition-row';

/** Named like a file, and nothing says that it is a text. The document shows no way to write such a field. */
export const file: Kind = {
	fits: (row) =>
		FILE.test(typeWords(row)) &&
		![row.min_length, row.max_length].some((length) => (numberIn(length) ?? 0) > 0) &&
		![row.default, row.autoFormat, row.calc].some((part) => textIn(part ?? '') !== '') &&
		!isTrue(row.primaryKey),
	input: 'string',
	labelNote: () => 'read only',
	isReadOnly: true,
	read: () => (value) => value,
	key: (known) => known,
};

const FILE = / (files?|images?|pictures?|photos?|attachments?) |ファイル|画像|添付|写真/;
