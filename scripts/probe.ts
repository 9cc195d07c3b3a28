import { probe } from './probe/command';
import { person } from './probe/person';

process.exitCode = await probe(process.argv.slice(2), person(), process.env);
// An open keep-alive connection must not keep the command running; a slow reader must get the last line.
process.stdout.write('', () => process.exit());
