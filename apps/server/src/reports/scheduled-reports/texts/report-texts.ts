// What the files of a scheduled report and its mail say, in the report's language.
import type { Language } from '@watchpost/domain/languages';
import { en } from './en.ts';
import { hi } from './hi.ts';
import { mr } from './mr.ts';
import type { ReportTexts } from './text-types.ts';

const spoken: Readonly<Record<Language, ReportTexts>> = { en, hi, mr };

export const reportTexts = (language: Language): ReportTexts => spoken[language];
