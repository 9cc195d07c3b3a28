import { join } from 'node:path';

const pathOf = (module: string) => join(__dirname, '../../nodes/RecordsDirectory/core', module);

type Exports = Readonly<Record<string, unknown>>;
type Made = Readonly<Record<string, (shipped: unknown) => unknown>>;

/** Functions in place of those that a module exports, each made from the shipped one. */
export interface Mistake {
	/** A path from core. */
	readonly module: string;
	readonly made: Made;
}

type MadeFrom<Module> = {
	readonly [Name in keyof Module]?: (shipped: Module[Name]) => Module[Name];
};

/** A mistake in a module; the type says what the module exports, so that another name does not compile. */
export const mistakeIn = <Module extends object>(
	module: string,
	made: MadeFrom<Module>,
): Mistake => ({ module, made: made as Made });

/** A class whose constructor makes other objects than the shipped one. */
export const madeBy =
	<Given extends unknown[], One extends object>(
		otherwise: (shipped: (...given: Given) => One) => (...given: Given) => One,
	) =>
	<Shipped extends new (...given: Given) => One>(Class: Shipped): Shipped => {
		const make = otherwise((...given) => new Class(...given));
		return function (...given: Given) {
			return make(...given);
		} as unknown as Shipped;
	};

/**
 * A module of core with mistakes in it, or in what it and others import. A module that calls its own
 * functions calls the shipped ones. Throws for a mistake in what is not exported, or not imported.
 */
export function mistaken<Core>(entry: string, mistakes: readonly Mistake[]): Core {
	const modules = new Set(mistakes.map(({ module }) => module));
	const unused = new Set(modules);
	const load = (module: string): Exports => {
		unused.delete(module);
		return mistakes
			.filter((mistake) => mistake.module === module)
			.reduce(exportsWith, jest.requireActual<Exports>(pathOf(module)));
	};
	let core: unknown;
	try {
		for (const module of modules) jest.doMock(pathOf(module), () => load(module));
		jest.isolateModules(() => {
			const require = modules.has(entry) ? jest.requireMock : jest.requireActual;
			core = require(pathOf(entry));
		});
	} finally {
		for (const module of modules) jest.dontMock(pathOf(module));
	}
	if (unused.size > 0) throw new Error(`${entry} does not import ${[...unused].join(', ')}`);
	return core as Core;
}

function exportsWith(exported: Exports, { module, made }: Mistake): Exports {
	const replaced = Object.entries(made).map(([name, make]) => {
		const shipped = exported[name];
		if (typeof shipped !== 'function') throw new Error(`${module} exports no function ${name}`);
		return [name, make(shipped)] as const;
	});
	return { ...exported, ...Object.fromEntries(replaced) };
}
