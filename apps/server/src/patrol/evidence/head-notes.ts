// Heads as tools of others read them. Nothing is signed but what this installation has signed as a head before.
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import { type LogSecrets, logKeyOf } from './log-keys.ts';
import { noteSignerOf, signNote } from './note-keys.ts';
import { findNoteKeys, insertNoteKey } from './published-heads.queries.ts';

/** Anyone who writes to the database can put a head there; none can sign it with a key of ours. */
export async function isOwnHead(secrets: LogSecrets, head: SignedHead): Promise<boolean> {
  return isSignedHead(
    head,
    secrets.map((secret) => logKeyOf(secret, head.logId).publicKey),
  );
}

export interface HeadOfNote {
  readonly note: string;
  /** What the note is verified by. */
  readonly verifierKey: string;
}

/** Null for a head that no key of the secrets signed. */
export async function noteOfHead(
  db: Statements,
  secrets: LogSecrets,
  head: SignedHead,
): Promise<HeadOfNote | null> {
  if (!(await isOwnHead(secrets, head))) return null;
  const signer = noteSignerOf(secrets[0], head.logId);
  await insertNoteKey(db, head.logId, signer.verifierKey, head.atMs);
  return { note: signNote(signer, head), verifierKey: signer.verifierKey };
}

/** Verifier keys of all notes of the log there may be, that of the next one included. */
export async function noteKeysOf(db: Statements, tenantId: string, secrets: LogSecrets): Promise<string[]> {
  const used = await findNoteKeys(db, tenantId);
  return [...new Set([...used, noteSignerOf(secrets[0], tenantId).verifierKey])];
}
