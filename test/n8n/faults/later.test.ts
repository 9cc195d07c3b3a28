import { matrix } from './matrix';

matrix('later');
