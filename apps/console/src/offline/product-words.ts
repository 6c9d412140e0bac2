// The product's own words for what a file holds, in the language of the page.
import { enIncidents } from '../labels/en-incidents.ts';
import { enLiveBoard } from '../labels/en-live-board.ts';
import { enNarrowing } from '../labels/en-narrowing.ts';
import { enRemarks } from '../labels/en-remarks.ts';
import { enReports } from '../labels/en-reports.ts';
import { enTrust } from '../labels/en-trust.ts';
import { hiIncidents } from '../labels/hi-incidents.ts';
import { hiLiveBoard } from '../labels/hi-live-board.ts';
import { hiNarrowing } from '../labels/hi-narrowing.ts';
import { hiRemarks } from '../labels/hi-remarks.ts';
import { hiReports } from '../labels/hi-reports.ts';
import { hiTrust } from '../labels/hi-trust.ts';
import { mrIncidents } from '../labels/mr-incidents.ts';
import { mrLiveBoard } from '../labels/mr-live-board.ts';
import { mrNarrowing } from '../labels/mr-narrowing.ts';
import { mrRemarks } from '../labels/mr-remarks.ts';
import { mrReports } from '../labels/mr-reports.ts';
import { mrTrust } from '../labels/mr-trust.ts';
import { filled, language } from './texts.ts';

const en = { ...enIncidents, ...enLiveBoard, ...enNarrowing, ...enRemarks, ...enReports, ...enTrust };
type Words = Readonly<Record<keyof typeof en, string>>;
const hi: Words = {
  ...hiIncidents,
  ...hiLiveBoard,
  ...hiNarrowing,
  ...hiRemarks,
  ...hiReports,
  ...hiTrust,
};
const mr: Words = {
  ...mrIncidents,
  ...mrLiveBoard,
  ...mrNarrowing,
  ...mrRemarks,
  ...mrReports,
  ...mrTrust,
};
const catalogues: Readonly<Record<string, Words>> = { en, hi, mr };

export type ProductWord = keyof typeof en;

export function word(key: ProductWord, values: Readonly<Record<string, string | number>> = {}): string {
  return filled((catalogues[language()] ?? en)[key], values);
}

/** The word for a value that a file names; the value itself where the product has none. */
export function wordOf(area: string, value: string): string {
  const key = `${area}.${value}`;
  return isWord(key) ? word(key) : value;
}

const isWord = (key: string): key is ProductWord => Object.hasOwn(en, key);
