import { probe } from './probe/command';
import { person } from './probe/person';

process.exitCode = await probe(process.argv.slice(2), person(), process.env);
// A connection that is kept alive must not keep the command alive.
process.exit();
