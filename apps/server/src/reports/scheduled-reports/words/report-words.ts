// What the files of a scheduled report and its mail say, in the report's language.
import type { Language } from '@watchpost/domain/languages';
import { en } from './en.ts';
import { hi } from './hi.ts';
import { mr } from './mr.ts';
import type { ReportWords } from './word-types.ts';

const spoken: Readonly<Record<Language, ReportWords>> = { en, hi, mr };

export const reportWords = (language: Language): ReportWords => spoken[language];
