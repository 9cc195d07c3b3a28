import { matrix } from './matrix';

matrix('stop');
