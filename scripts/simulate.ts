import { registerHooks } from 'node:module';

// Node runs TypeScript by itself. But the nodes name their modules as the compiler wants them for
// n8n, without an extension, so Node has to be told which file is meant.
registerHooks({
	resolve(specifier, context, next) {
		const isOurs = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
		const isNamed = /\.\w+$/.test(specifier);
		const found = next(isOurs && !isNamed ? `${specifier}.ts` : specifier, context);
		return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
	},
});

const { simulate } = await import('../test/simulation/simulate.ts');
process.exitCode = simulate(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
