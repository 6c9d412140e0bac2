// Whether the heads of an evidence file are signed, and the newer one grew out of the earlier.
import { hashOrNull } from './byte-text.ts';
import type { FileHead } from './evidence-file.ts';
import type { Fault, FaultKind } from './faults.ts';
import { parseHeadNote } from './head-note.ts';
import { provesConsistency } from './merkle-tree.ts';
import { sha256 } from './sha256.ts';
import { keyIdOf, publicKeyPattern } from './signatures.ts';
import { parseVerifierKey, verifyNote } from './signed-note.ts';
import { isSignedHead, type SignedHead } from './tree-head.ts';

/** Whether a log with the later head is that of the earlier one with leaves added. */
export function isGrowth(earlier: SignedHead, later: SignedHead, path: readonly string[]): boolean {
  const hashes = path.flatMap((hash) => hashOrNull(hash) ?? []);
  const [earlierRoot, laterRoot] = [hashOrNull(earlier.root), hashOrNull(later.root)];
  if (earlierRoot === null || laterRoot === null || hashes.length !== path.length) return false;
  const claim = { earlier: earlier.size, later: later.size, earlierRoot, laterRoot, path: hashes };
  return earlier.logId === later.logId && provesConsistency(sha256, claim);
}

/** `trusted`: fingerprints and verifier keys that the operator published. */
export async function headFaults(file: FileHead, trusted?: readonly string[]): Promise<Fault[]> {
  const { head, earlier, publicKeys, key, noteKeys = [] } = file;
  const keys = publicKeys.filter((each) => publicKeyPattern.test(each));
  const ids = keys.map(keyIdOf);
  const strange = trusted === undefined ? [] : ids.filter((id) => !trusted.includes(id));
  const published = trusted?.filter((each) => parseVerifierKey(each) !== null) ?? [];
  // Anyone who was given fingerprints alone compares those.
  const strangeNoteKeys =
    published.length === 0 ? [] : noteKeys.filter((noteKey) => !published.includes(noteKey));
  return [
    ...(keys.length === publicKeys.length && ids.includes(key) ? [] : [fault('altered', 'keys')]),
    ...[...strange, ...strangeNoteKeys].map((id) => fault('forged', 'keys', id)),
    ...((await isNoteOf(file)) ? [] : [fault('forged', 'note')]),
    ...((await isSignedHead(head, keys)) ? [] : [fault('forged', 'head')]),
    ...((await isSignedHead(earlier.head, keys)) ? [] : [fault('forged', 'earlier')]),
    ...(isGrowth(earlier.head, head, earlier.path) ? [] : [fault('altered', 'earlier')]),
  ];
}

/** Whether the note says of the head what the head says, and is signed as the file says; true without one. */
async function isNoteOf({ head, note, noteKeys = [] }: FileHead): Promise<boolean> {
  if (note === undefined) return true;
  const read = parseHeadNote(note);
  if (read === null) return false;
  const isSame =
    read.head.logId === head.logId && read.head.size === head.size && read.head.root === head.root;
  const keys = noteKeys.flatMap((each) => parseVerifierKey(each) ?? []);
  return isSame && (await verifyNote(read.note, keys)) !== 'forged';
}

const fault = (kind: FaultKind, subject: string, id = ''): Fault => ({ kind, subject, id, field: null });
