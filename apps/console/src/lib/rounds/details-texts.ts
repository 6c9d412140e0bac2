// Brings the English texts of details of rounds, for whatever shows them.
import texts from '../../labels/en.json?details';
import { addEnglish } from '../language.ts';

addEnglish(texts);
