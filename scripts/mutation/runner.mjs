// Runs the tests for Stryker in one process that loads them once, so that a mutant costs only the
// tests that reach it. Jest would start again for each mutant.
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAbout, isNear, mostPerMutant, remembers } from './tests.mjs';
import { isOverdue, isWaiting, putBack, within } from './within.mjs';

const COMPLETE = 'complete';
const FAILED = 1;
const PASSED = 0;

/** What Stryker's instrumented code reads and counts. */
const stryker = (globalThis.__stryker__ ??= {});

/** How long each test takes without a mutant, in a file for the other processes: CPU time, and all time. */
const COSTS = 'costs-of-tests.json';
let costs = {};
const costOf = ({ id }) => costs[id]?.spent ?? 0;

const MOST_REMEMBERED = 20;

/** Neighbouring mutants fail the same tests, and the same files of them: the last to fail come first, then those nearby, then the cheapest. */
class LastToFail {
	last = [];

	note(failed) {
		this.last = [failed, ...this.last.filter((one) => one !== failed)].slice(0, MOST_REMEMBERED);
	}

	inOrder(all, cost, isNear = () => false) {
		const first = this.last.filter((one) => all.includes(one));
		const rest = all.filter((one) => !first.includes(one));
		const far = (one) => Number(!isNear(one));
		rest.sort((one, other) => far(one) - far(other) || cost(one) - cost(other));
		return [...first, ...rest];
	}
}
const tests = new LastToFail();
const files = new LastToFail();

/** A test that takes longer than this, in milliseconds of CPU time, is in an endless loop. */
const mostFor = (test) => 1_000 + 10 * costOf(test);
/** A test that takes longer than this, in milliseconds, waits for something that never comes. */
const patienceFor = ({ id }) => 3_000 + 5 * (costs[id]?.took ?? 0);
const MOST_FOR_LOADING = 60_000;
const MOST_WITHOUT_A_MUTANT = 600_000;

const processorTime = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};

const { now } = performance;

async function outcomeOf(test, most, { patience = patienceFor(test), wait = 2 * most } = {}) {
	const started = processorTime();
	const result = { id: test.id, name: test.id, fileName: test.file };
	const spent = () => ({ timeSpentMs: processorTime() - started });
	try {
		await test.run(wait, patience);
		return { ...result, ...spent(), status: PASSED };
	} catch (error) {
		putBack();
		const overdue = isOverdue(error);
		// On a busy machine, time may pass without the test running.
		if (overdue && spent().timeSpentMs < most)
			return outcomeOf(test, most, { patience, wait: 3 * wait });
		const failureMessage = String(error?.message);
		return {
			...result,
			...spent(),
			status: FAILED,
			failureMessage,
			overdue: overdue || isWaiting(error),
		};
	}
}

/** How much CPU time is left for a mutant, in milliseconds. */
let left = 0;

/** The results up to the first failure: that one is enough. */
async function results(all, isNear) {
	const done = [];
	for (const test of tests.inOrder(all, costOf, isNear)) {
		if (left < 0) break;
		left -= costOf(test);
		done.push(await outcomeOf(test, mostFor(test)));
		if (done.at(-1).status === PASSED) continue;
		tests.note(test);
		break;
	}
	return done;
}

/** For a mutant that acts while its module is loaded: loads the module, and everything that imports it, again. */
async function resultsLoadedAnew({ forgetModules, loadTests }, inOrder) {
	forgetModules();
	try {
		for (const file of inOrder) {
			if (left < 0) break;
			let loaded;
			try {
				loaded = within(MOST_FOR_LOADING, () => loadTests(file));
			} catch (error) {
				files.note(file);
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
			const done = await results(loaded);
			if (done.at(-1)?.status !== FAILED) continue;
			files.note(file);
			return done;
		}
		return [];
	} finally {
		forgetModules();
	}
}

class Runner {
	tests = new Map();

	constructor({ mutate }) {
		this.mutate = mutate;
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Only now is the working folder the one with the mutants.
		this.loader = await import('./load.mjs');
		for (const file of this.loader.filesOfTests(this.mutate))
			for (const test of this.loader.loadTests(file)) this.tests.set(test.id, test);
	}

	async dryRun() {
		const tests = [];
		const measured = {};
		for (const test of this.tests.values()) {
			stryker.currentTestId = test.id;
			const started = now.call(performance);
			const patience = MOST_WITHOUT_A_MUTANT;
			const done = await outcomeOf(test, MOST_WITHOUT_A_MUTANT, { patience });
			const took = now.call(performance) - started;
			measured[test.id] = { spent: done.timeSpentMs, took };
			tests.push(done);
		}
		stryker.currentTestId = undefined;
		costs = measured;
		writeFileSync(COSTS, JSON.stringify(costs));
		return { status: COMPLETE, tests, mutantCoverage: stryker.mutantCoverage };
	}

	about(mutated, ids) {
		return ids.map((id) => this.tests.get(id)).filter(({ file }) => isAbout(file, mutated));
	}

	/** The test files that load a module. Together they have as long as the tests of any mutant. */
	filesFor(mutated) {
		const costOfFile = new Map();
		for (const test of this.tests.values())
			costOfFile.set(test.file, (costOfFile.get(test.file) ?? 0) + costOf(test));
		return files.inOrder(this.loader.filesThatLoad(mutated), (file) => costOfFile.get(file));
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, sandboxFileName }) {
		if (Object.keys(costs).length === 0 && existsSync(COSTS))
			costs = JSON.parse(readFileSync(COSTS, 'utf8'));
		left = mostPerMutant(sandboxFileName);
		Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
		try {
			const tests =
				mutantActivation === 'static' || remembers(sandboxFileName)
					? await resultsLoadedAnew(this.loader, this.filesFor(sandboxFileName))
					: await results(this.about(sandboxFileName, testFilter), ({ file }) =>
							isNear(file, sandboxFileName),
						);
			const timeout = determineHitLimitReached(stryker.hitCount, hitLimit);
			if (tests.at(-1)?.overdue) return { status: 'timeout', reason: tests.at(-1).failureMessage };
			return toMutantRunResult(timeout ?? { status: COMPLETE, tests });
		} finally {
			stryker.activeMutant = undefined;
		}
	}
}

const create = (options) => new Runner(options);
create.inject = ['options'];
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'loaded', create)];
