// Brings the English texts of details of rounds, for whatever shows them.
import { enRoundDetails } from '../../labels/en-round-details.ts';
import { addEnglish } from '../language.ts';

addEnglish(enRoundDetails);
