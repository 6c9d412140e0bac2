// Every visible text of the console in English; other languages have the same keys.
import { enAreas } from './en-areas.ts';
import { enFirst } from './en-first.ts';
import { enSos } from './en-sos.ts';

export const en = { ...enFirst, ...enAreas, ...enSos } as const;
