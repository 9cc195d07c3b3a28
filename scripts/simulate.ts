import { simulate } from '../test/simulation/simulate';

process.exitCode = simulate(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
