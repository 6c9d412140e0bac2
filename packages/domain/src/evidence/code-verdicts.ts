// What the server said of a scan's code when it came: a file shows no code, and says whether it was genuine.
import type { TrustFlag } from '../trust.ts';
import { codeColumn } from './concealed-rows.ts';
import { type EntryRow, textOf } from './log-entry.ts';

/** By flag: the first of these flags that a scan has gives the verdict of its code. */
const verdictsByFlag = {
  forgedCode: 'forged',
  unknownTag: 'unknownTag',
  wrongCode: 'wrong',
  retiredCode: 'retired',
  staleCode: 'stale',
  sharedCode: 'shared',
  printedCode: 'printed',
  unsignedCode: 'unsigned',
  noCode: 'none',
} as const satisfies Partial<Record<TrustFlag, string>>;

export type CodeVerdict = 'genuine' | (typeof verdictsByFlag)[keyof typeof verdictsByFlag];

/** Of the row of a scan, shown with its code or with what stands for it. A scan by position has none. */
export function codeVerdictOf(row: EntryRow): CodeVerdict {
  const flags = Array.isArray(row['flags']) ? row['flags'] : [];
  for (const [flag, verdict] of Object.entries(verdictsByFlag)) if (flags.includes(flag)) return verdict;
  return textOf(row, 'code') === '' && textOf(row, codeColumn) === '' ? 'none' : 'genuine';
}
