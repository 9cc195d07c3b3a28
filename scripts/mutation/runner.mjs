// Runs the tests of the core for Stryker in one process that loads them once, so that a mutant costs only the
// tests that reach it. Jest would start again for each mutant.
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAbout, remembers } from './tests.mjs';
import { isOverdue, within } from './within.mjs';

const COMPLETE = 'complete';
const FAILED = 1;
const PASSED = 0;

/** What Stryker's instrumented code reads and counts. */
const stryker = (globalThis.__stryker__ ??= {});

/** How long each test takes without a mutant, in a file for the other processes. */
const COSTS = 'costs-of-tests.json';
let costs = {};
const costOf = ({ id }) => costs[id] ?? 0;
const byCost = (tests) => [...tests].sort((a, b) => costOf(a) - costOf(b));

/** A test that takes longer than this, in milliseconds of CPU time, is in an endless loop. */
const mostFor = (test) => 1_000 + 10 * costOf(test);
const MOST_FOR_LOADING = 60_000;
const MOST_WITHOUT_A_MUTANT = 600_000;

const processorTime = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};

async function outcomeOf(test, most, wait = 2 * most) {
	const started = processorTime();
	const result = { id: test.id, name: test.id, fileName: test.file };
	const spent = () => ({ timeSpentMs: processorTime() - started });
	try {
		await test.run(wait);
		return { ...result, ...spent(), status: PASSED };
	} catch (error) {
		const overdue = isOverdue(error);
		// On a busy machine, time may pass without the test running.
		if (overdue && spent().timeSpentMs < most) return outcomeOf(test, most, 3 * wait);
		const failureMessage = String(error?.message);
		return { ...result, ...spent(), status: FAILED, failureMessage, overdue };
	}
}

/** The results up to the first failure: that one is enough. */
async function results(tests) {
	const done = [];
	for (const test of byCost(tests)) {
		done.push(await outcomeOf(test, mostFor(test)));
		if (done.at(-1).status === FAILED) break;
	}
	return done;
}

/** For a mutant that acts while its module is loaded: loads the module, and everything that imports it, again. */
async function resultsLoadedAnew({ filesThatLoad, forgetModules, loadTests }, mutated) {
	forgetModules();
	try {
		for (const file of filesThatLoad(mutated)) {
			let tests;
			try {
				tests = within(MOST_FOR_LOADING, () => loadTests(file));
			} catch (error) {
				const id = `${basename(file)} loads`;
				const failureMessage = String(error?.message);
				return [
					{
						id,
						name: id,
						timeSpentMs: 0,
						status: FAILED,
						failureMessage,
						overdue: isOverdue(error),
					},
				];
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
		const tests = [];
		for (const test of this.tests.values()) {
			stryker.currentTestId = test.id;
			tests.push(await outcomeOf(test, MOST_WITHOUT_A_MUTANT));
		}
		stryker.currentTestId = undefined;
		costs = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
		writeFileSync(COSTS, JSON.stringify(costs));
		return { status: COMPLETE, tests, mutantCoverage: stryker.mutantCoverage };
	}

	about(mutated, ids) {
		return ids.map((id) => this.tests.get(id)).filter(({ file }) => isAbout(file, mutated));
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, sandboxFileName }) {
		if (Object.keys(costs).length === 0 && existsSync(COSTS))
			costs = JSON.parse(readFileSync(COSTS, 'utf8'));
		Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
		try {
			const tests =
				mutantActivation === 'static' || remembers(sandboxFileName)
					? await resultsLoadedAnew(this.loader, sandboxFileName)
					: await results(this.about(sandboxFileName, testFilter));
			const timeout = determineHitLimitReached(stryker.hitCount, hitLimit);
			if (tests.at(-1)?.overdue) return { status: 'timeout', reason: tests.at(-1).failureMessage };
			return toMutantRunResult(timeout ?? { status: COMPLETE, tests });
		} finally {
			stryker.activeMutant = undefined;
		}
	}
}

const create = () => new Runner();
create.inject = [];
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'core', create)];
