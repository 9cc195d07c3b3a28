import { contentOf } from '../../sandbox/start/command-line.ts';
import { between } from '../../scripts/docs/between';

/** Replaces the text between the markers in the file of `--write`. */
export const withTable = (file: string, name: string, made: string): string =>
	contentOf(`--write ${file}`, file, (text) => between(text, name, made));
