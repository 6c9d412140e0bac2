// A head of the log as c2sp.org/tlog-checkpoint has it, which tools not made here verify.
import { fromBase64, toBase64 } from './base64.ts';
import { fromHex, toHex } from './byte-text.ts';
import { parseSignedNote, type SignedNote } from './signed-note.ts';
import type { TreeHead } from './tree-head.ts';

/** What a note says of a log. */
export type HeadOfNote = Pick<TreeHead, 'logId' | 'size' | 'root'>;

export interface HeadNote {
  readonly head: HeadOfNote;
  readonly note: SignedNote;
}

const originStart = 'watchpost/';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const rootBytes = 32;

/** The log's name in notes, and that of the key that signs them. It names no host: those change, and the log stays. */
export const noteOrigin = (logId: string): string => `${originStart}${logId.toLowerCase()}`;

/** What is signed of a head. */
export function headNoteText({ logId, size, root }: HeadOfNote): string {
  return `${noteOrigin(logId)}\n${size}\n${toBase64(fromHex(root))}\n`;
}

/** A note of a head of a log of ours; null for anything else. Nothing is verified. */
export function parseHeadNote(text: string): HeadNote | null {
  const note = parseSignedNote(text);
  const head = note && headOf(note.text);
  return note === null || head === null ? null : { head, note };
}

function headOf(text: string): HeadOfNote | null {
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', decimal = '', encoded = ''] = lines;
  const logId = origin.startsWith(originStart) ? origin.slice(originStart.length) : '';
  const [size, root] = [Number(decimal), fromBase64(encoded)];
  const isHead = uuid.test(logId) && /^(0|[1-9]\d*)$/.test(decimal) && Number.isSafeInteger(size);
  if (!isHead || root?.length !== rootBytes || lines.includes('')) return null;
  return { logId, size, root: toHex(root) };
}

/** The first note of a head within a text: that of a mail, say, quoted or with lines of another system. */
export function findHeadNote(text: string): HeadNote | null {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[\s>]*/, '').trimEnd());
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith(originStart)) continue;
    const found = parseHeadNote(noteWithin(lines.slice(at)));
    if (found !== null) return found;
  }
  return null;
}

const isSignature = (line: string) => line.startsWith('— ');

/** From the first line of a note to the last of its signatures. */
function noteWithin(lines: readonly string[]): string {
  const blank = lines.indexOf('');
  const first = lines.findIndex((line, at) => at > blank && line !== '');
  const after = lines.findIndex((line, at) => at >= first && !isSignature(line));
  const signatures = blank < 0 || first < 0 ? [] : lines.slice(first, after < 0 ? undefined : after);
  return [...lines.slice(0, Math.max(0, blank)), '', ...signatures, ''].join('\n');
}
