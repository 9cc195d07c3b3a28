import fc from 'fast-check';
import { everything, scenarios } from './plans';
import { Run } from './run';
import { MUTANTS, mutated } from './mutants';
for (const [name, changes] of Object.entries(MUTANTS)) {
	test(
		name,
		() => {
			const core = mutated(changes);
			const out: string[] = [];
			for (const [sc, arb] of Object.entries({ ...scenarios, everything })) {
				let n = 0;
				let why = '';
				const r = fc.check(
					fc.property(arb, (plan) => {
						n++;
						try {
							const o = new Run(plan, core).live();
							why = [
								o.lost.length && 'lost',
								o.repeated.length && 'repeated',
								o.untrue.length && 'untrue',
								o.idClashes.length && 'ids',
								o.isEndless && 'endless',
								o.stateChangedByFailure && 'state',
							]
								.filter(Boolean)
								.join();
						} catch (e) {
							why = String(e).slice(0, 80);
						}
						return why === '';
					}),
					{ numRuns: 100, seed: 5, endOnFailure: true },
				);
				out.push(`${sc}: ${r.failed ? why + ' @' + n : '-'}`);
			}
			console.log(name + '\n  ' + out.join('\n  '));
		},
		600000,
	);
}
