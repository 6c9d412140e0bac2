// What an evidence file proves, and what in it does not hold.
import type { NamelessRecord } from './erased-records.ts';
import type { FileHead } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import type { SavedHeadVerdict } from './saved-heads.ts';
import type { ShownSetBack } from './set-backs.ts';

export interface FileVerdict {
  readonly head: FileHead;
  /** The first of them; see faultCount. */
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  readonly rounds: number;
  /** Records that lie in the log under the head. */
  readonly sealed: number;
  /** Of those: records of which the log proves that they were, and the seal of the file what they were. */
  readonly attested: number;
  /** Records that are to be sealed yet. */
  readonly waiting: number;
  /** Records that came in before the log began, or otherwise than through the product. */
  readonly outside: number;
  /** Answers with their notes, incidents and calls for help of the rounds. */
  readonly remarks: number;
  readonly incidents: number;
  readonly calls: number;
  readonly events: number;
  readonly signed: number;
  /** Events whose phone's signature the server checked; what was signed is not shown. */
  readonly vouched: number;
  /** Events that phones signed in between, which are not of these rounds. */
  readonly elsewhere: number;
  /** Records that a guard's name was erased from, by law; the first of them. */
  readonly nameless: readonly NamelessRecord[];
  /** Where signed notes say that the clock of a server was set back. */
  readonly setBacks: readonly ShownSetBack[];
  /** Fingerprints of the log's keys: what is to be compared with what the operator published. */
  readonly keys: readonly string[];
  readonly saved: readonly SavedHeadVerdict[];
}
