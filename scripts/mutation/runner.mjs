// Runs the tests of the core for Stryker in one process that loads them once, so that a mutant costs
// what the tests that reach it cost. Under Jest each mutant would cost a start of Jest.
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { basename } from 'node:path';

const COMPLETE = 'complete';
const FAILED = 1;
const PASSED = 0;

/** What Stryker's instrumented code reads and counts. */
const stryker = (globalThis.__stryker__ ??= {});

/** How long each test took when it last ran: the quick ones come first. */
const costs = new Map();
const costOf = ({ id }) => costs.get(id) ?? 0;
const byCost = (tests) => [...tests].sort((a, b) => costOf(a) - costOf(b));

async function outcomeOf(test) {
	const started = performance.now();
	const result = { id: test.id, name: test.id, fileName: test.file };
	const spent = () => {
		const timeSpentMs = performance.now() - started;
		costs.set(test.id, timeSpentMs);
		return { timeSpentMs };
	};
	try {
		await test.run();
		return { ...result, ...spent(), status: PASSED };
	} catch (error) {
		return { ...result, ...spent(), status: FAILED, failureMessage: String(error?.message) };
	}
}

/** The results up to the first failure: that one is enough. */
async function results(tests, goOn = false) {
	const done = [];
	for (const test of byCost(tests)) {
		stryker.currentTestId = test.id;
		done.push(await outcomeOf(test));
		if (!goOn && done.at(-1).status === FAILED) break;
	}
	stryker.currentTestId = undefined;
	return done;
}

/** A mutant that acts while its module is loaded: everything that may load it is loaded anew. */
async function resultsLoadedAnew({ filesThatLoad, forgetModules, loadTests }, mutated) {
	forgetModules();
	try {
		for (const file of filesThatLoad(mutated)) {
			let tests;
			try {
				tests = loadTests(file);
			} catch (error) {
				const id = `${basename(file)} loads`;
				const failureMessage = String(error?.message);
				return [{ id, name: id, timeSpentMs: 0, status: FAILED, failureMessage }];
			}
			const done = await results(tests);
			if (done.at(-1)?.status === FAILED) return done;
		}
		return [];
	} finally {
		forgetModules();
	}
}

class Runner {
	tests = new Map();

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Only now is the working folder the one with the mutants.
		this.loader = await import('./load.mjs');
		for (const file of this.loader.filesOfTests())
			for (const test of this.loader.loadTests(file)) this.tests.set(test.id, test);
	}

	async dryRun() {
		const tests = await results(this.tests.values(), true);
		return { status: COMPLETE, tests, mutantCoverage: stryker.mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, sandboxFileName }) {
		Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
		try {
			const tests =
				mutantActivation === 'static'
					? await resultsLoadedAnew(this.loader, sandboxFileName)
					: await results(testFilter.map((id) => this.tests.get(id)));
			const timeout = determineHitLimitReached(stryker.hitCount, hitLimit);
			return toMutantRunResult(timeout ?? { status: COMPLETE, tests });
		} finally {
			stryker.activeMutant = undefined;
		}
	}
}

const create = () => new Runner();
create.inject = [];
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'core', create)];
