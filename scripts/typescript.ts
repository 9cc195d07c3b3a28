import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Where to load n8n from; the whole n8n has more nodes than the packages that the tests use. */
const n8n = process.env.BENCH_N8N && pathToFileURL(process.env.BENCH_N8N).href;
const conditions = ['node', 'require', 'default'];

// Node runs TypeScript by itself. But the nodes import modules in the way that n8n's compiler needs, so Node
// must learn which file is meant. And of n8n's packages, only the form that n8n itself loads with `require` is
// complete.
registerHooks({
	resolve(specifier, context, next) {
		const { parentURL } = context;
		if (!parentURL || parentURL.includes('/node_modules/')) return next(specifier, context);
		if (/^n8n-[\w-]+(\/|$)/.test(specifier))
			return next(specifier, { ...context, parentURL: n8n ?? parentURL, conditions });
		const found = next(
			specifier.startsWith('.') ? fileOf(specifier, parentURL) : specifier,
			context,
		);
		return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
	},
});

const fileOf = (specifier: string, parentURL: string): string =>
	['', '.ts', '/index.ts']
		.map((ending) => specifier + ending)
		.find((name) => /\.\w+$/.test(name) && existsSync(new URL(name, parentURL))) ?? specifier;
