import { matrix } from './matrix';

matrix('passing');
