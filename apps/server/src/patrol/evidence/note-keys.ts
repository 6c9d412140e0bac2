// The keys that notes of heads are signed with: Ed25519, drawn from the operator's secrets as those of heads are.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Bytes, bytesOf } from '@watchpost/domain/evidence/byte-text';
import { headNoteText, type HeadOfNote, noteOrigin } from '@watchpost/domain/evidence/head-note';
import { noteKeyId, noteOf, type NoteKey, verifierKey } from '@watchpost/domain/evidence/signed-note';
import type { ServerSecret } from '../../platform/access/server-secret.ts';

export interface NoteSigner extends NoteKey {
  /** As it is handed out: see verifierKey(). */
  readonly verifierKey: string;
  readonly privateKey: KeyObject;
}

/** What comes before the seed of a private key in PKCS #8 (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

export function noteSignerOf(secret: ServerSecret, tenantId: string): NoteSigner {
  const name = noteOrigin(tenantId);
  const key = Buffer.concat([pkcs8Start, secret.mac('notes of the log of evidence', name)]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey: Bytes = new Uint8Array(Buffer.from(x, 'base64url'));
  const keyId = noteKeyId(name, publicKey);
  return { name, keyId, publicKey, verifierKey: verifierKey(name, publicKey), privateKey };
}

/** The note of a head, which says nothing but what the head says. */
export function signNote(signer: NoteSigner, head: HeadOfNote): string {
  const text = headNoteText(head);
  return noteOf(text, signer, new Uint8Array(sign(null, bytesOf(text), signer.privateKey)));
}
