import { matrix } from './matrix';

matrix('continue');
