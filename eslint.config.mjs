import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const community = n8nCommunityNodesPlugin.configs.recommended;
// The sets and the five exceptions are those of n8n's own configuration for community nodes
// (the package @n8n/node-cli), so that what passes here passes n8n's review.
export default defineConfig(
	globalIgnores(['dist', 'coverage', 'sandbox/n8n', 'sandbox/data']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{ plugins: { 'n8n-nodes-base': nodesBase } },
	{
		files: ['**/*.{js,mjs,cjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['sandbox/site/page/**/*.js'],
		languageOptions: { globals: globals.browser },
	},
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true },
			],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'no-duplicate-imports': 'error',
			'object-shorthand': 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [community],
		plugins: { regexp },
		// n8n's scanner of published packages does not honour comments that switch a rule off.
		linterOptions: { noInlineConfig: true },
		rules: {
			'no-console': 'error',
			// Items and replies may hold the worst text for a pattern, and n8n runs everything in one thread.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
			'@typescript-eslint/no-explicit-any': 'error',
			// As n8n's strict rules have it, also beside the rest of an object. Without `{}` the options above would stay.
			'@typescript-eslint/no-unused-vars': ['error', {}],
			'@typescript-eslint/no-non-null-assertion': 'error',
		},
	},
	{
		files: ['package.json'],
		extends: [community],
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
		rules: nodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
