import fc from 'fast-check';
import { everything, scenarios } from './plans';
import { Run } from './run';
const RUNS = Number(process.env.RUNS ?? 300);
const SEED = Number(process.env.SEED ?? 1);
for (const [name, arb] of Object.entries({ ...scenarios, everything })) {
	test(
		name,
		() => {
			let polls = 0,
				events = 0,
				n = 0,
				req = 0;
			try {
				fc.assert(
					fc.property(arb, (plan) => {
						const o = new Run(plan).live();
						polls += o.polls;
						events += o.events;
						req += o.requests;
						n++;
						expect({
							lost: o.lost,
							repeated: o.repeated,
							untrue: o.untrue,
							ids: o.idClashes,
							endless: o.isEndless,
							st: o.stateChangedByFailure,
						}).toEqual({ lost: [], repeated: [], untrue: [], ids: [], endless: false, st: false });
					}),
					{ numRuns: RUNS, seed: SEED },
				);
			} finally {
				console.log(name, { n, polls, events, req });
			}
		},
		600000,
	);
}
