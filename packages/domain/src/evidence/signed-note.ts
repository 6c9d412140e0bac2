// Notes that tools of others read and verify: c2sp.org/signed-note with Ed25519, as golang.org/x/mod/sumdb/note has it.
import { fromBase64, toBase64 } from './base64.ts';
import { type Bytes, bytesOf, fromHex, joinBytes, toHex } from './byte-text.ts';
import { sha256 } from './sha256.ts';

/** Of c2sp.org/signed-note: an Ed25519 signature over the text of the note. */
const ed25519Type = 1;
const publicKeyBytes = 32;
const signatureBytes = 64;
const keyIdBytes = 4;

/** More is no note that anybody signed; the format asks for at least 16. */
const signaturesMax = 64;
const charactersMax = 100_000;

export interface NoteSignature {
  readonly name: string;
  /** In hexadecimal. */
  readonly keyId: string;
  readonly signature: Bytes;
}

export interface SignedNote {
  /** With its last line feed: what is signed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A public key with its name, which a verifier key puts into one line. */
export interface NoteKey {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: Bytes;
}

const isName = (name: string) => /^[^\s+]+$/u.test(name);

/** Which key it is among others of its name; too short to prove anything. In hexadecimal. */
export function noteKeyId(name: string, publicKey: Uint8Array): string {
  const of = joinBytes(bytesOf(`${name}\n`), Uint8Array.of(ed25519Type), publicKey);
  return toHex(sha256(of).subarray(0, keyIdBytes));
}

/** The key as others are given it: name+hash+key. */
export function verifierKey(name: string, publicKey: Uint8Array): string {
  const key = toBase64(joinBytes(Uint8Array.of(ed25519Type), publicKey));
  return `${name}+${noteKeyId(name, publicKey)}+${key}`;
}

/** Null for anything but a verifier key of Ed25519. */
export function parseVerifierKey(text: string): NoteKey | null {
  const [, name = '', keyId = '', key = ''] = /^([^+]+)\+([\da-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(key);
  if (!isName(name) || bytes?.length !== 1 + publicKeyBytes || bytes[0] !== ed25519Type) return null;
  const publicKey = bytes.slice(1);
  return noteKeyId(name, publicKey) === keyId ? { name, keyId, publicKey } : null;
}

/** A note with one signature; the text ends with a line feed. */
export function noteOf(text: string, { name, keyId }: Omit<NoteKey, 'publicKey'>, signature: Bytes): string {
  return `${text}\n— ${name} ${toBase64(joinBytes(fromHex(keyId), signature))}\n`;
}

/** Null for what is no signed note at all; nothing is verified. */
export function parseSignedNote(note: string): SignedNote | null {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || note.length > charactersMax || !note.endsWith('\n') || hasControl(note)) return null;
  const lines = note.slice(at + 2, -1).split('\n');
  const signatures = lines.map(parseSignature).filter((line) => line !== null);
  const isWhole = signatures.length === lines.length && lines.length <= signaturesMax;
  return isWhole ? { text: note.slice(0, at + 1), signatures } : null;
}

const hasControl = (text: string) => /[^\P{Cc}\n]/u.test(text);

function parseSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isName(name) || bytes === null || bytes.length <= keyIdBytes) return null;
  return { name, keyId: toHex(bytes.subarray(0, keyIdBytes)), signature: bytes.slice(keyIdBytes) };
}

export type NoteVerdict =
  | 'signed'
  /** By none of the keys, or not as one of them signs. */
  | 'forged'
  /** This browser knows no Ed25519. */
  | 'unsupported';

/** Unknown signatures count for nothing; one of a known key that does not hold spoils the note. */
export async function verifyNote(
  { text, signatures }: SignedNote,
  keys: readonly NoteKey[],
): Promise<NoteVerdict> {
  let verdict: NoteVerdict = 'forged';
  for (const { name, keyId, signature } of signatures) {
    const known = keys.filter((key) => key.name === name && key.keyId === keyId);
    if (known.length === 0) continue;
    const found = await Promise.all(
      known.map(({ publicKey }) => verify(publicKey, signature, bytesOf(text))),
    );
    if (found.includes('unsupported')) return 'unsupported';
    if (!found.includes('signed')) return 'forged';
    verdict = 'signed';
  }
  return verdict;
}

const algorithm = 'Ed25519';

async function verify(publicKey: Bytes, signature: Bytes, bytes: Bytes): Promise<NoteVerdict> {
  if (signature.length !== signatureBytes) return 'forged';
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, algorithm, true, ['verify']);
    return (await crypto.subtle.verify(algorithm, key, signature, bytes)) ? 'signed' : 'forged';
  } catch (error) {
    // Other errors are of a point that is not on the curve.
    return error instanceof Error && error.name === 'NotSupportedError' ? 'unsupported' : 'forged';
  }
}
