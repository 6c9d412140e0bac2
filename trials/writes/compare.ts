// What clients were told beside what is stored.
import type { Ledger } from '../failover/ledger.ts';
import type { Stored } from './stored.ts';

/** A sentence for each thing that was acknowledged and is lost, that is stored twice, or that is half there. */
export function compareWrites(ledger: Ledger, stored: Stored): string[] {
  const faults: string[] = [];
  const fail = (what: string, number: number) => number > 0 && faults.push(`${number} ${what}`);
  const missing = (acknowledged: ReadonlySet<string>, stored: ReadonlySet<string>) =>
    [...acknowledged].filter((one) => !stored.has(one)).length;
  fail('acknowledged scans lost', missing(ledger.scans, stored.scans));
  fail('other acknowledged events of phones lost', missing(ledger.events, stored.events));
  fail('acknowledged records lost', missing(ledger.records, new Set(stored.records)));
  fail('scans doubled', stored.doubledScans);
  fail('records doubled', stored.records.length - new Set(stored.records).size);
  fail('rounds sent in one upload are half written', halfWritten(ledger, stored));
  return faults;
}

/** An upload is stored whole or not at all, whether it was answered or not. */
function halfWritten({ uploads }: Ledger, { events, scans }: Stored): number {
  const isStored = (id: string) => events.has(id) || scans.has(id);
  return uploads.filter((ids) => ids.some(isStored) && !ids.every(isStored)).length;
}
