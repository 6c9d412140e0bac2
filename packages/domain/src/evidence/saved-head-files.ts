// What somebody kept of a log to compare evidence with: heads, proofs of growth, published keys.
import { parseHead, parseSavedHead } from './evidence-file.ts';
import { findHeadNote } from './head-note.ts';
import type { SavedHead } from './saved-heads.ts';
import { hashPattern } from './signatures.ts';
import { parseVerifierKey } from './signed-note.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * A head, its note, a mail with one, a proof of growth, or the beginning of an evidence file that was kept; null for
 * anything else.
 */
export function parseSavedHeads(text: string): SavedHead | null {
  const head = parseSavedHead(text);
  if (head === null) {
    const note = findHeadNote(text);
    return note && { note };
  }
  const first = parseHead(text.split('\n', 1)[0] ?? '');
  if (first !== null) return { head };
  const { earlier } = parsed(text);
  if (!isObject(earlier)) return { head };
  const [from, path] = [parseSavedHead(JSON.stringify(earlier['head'] ?? null)), earlier['path']];
  const isPath = Array.isArray(path) && path.every((hash) => typeof hash === 'string');
  return from === null || !isPath ? null : { head, earlier: { head: from, path } };
}

/** Fingerprints and verifier keys out of what /evidence/keys says; null for anything else. */
export function parsePublishedKeys(text: string): string[] | null {
  const { keys, noteKeys = [] } = parsed(text);
  if (!Array.isArray(keys) || !Array.isArray(noteKeys)) return null;
  const verifierKeys = noteKeys.flatMap((each: unknown) =>
    typeof each === 'string' && parseVerifierKey(each) !== null ? [each] : [],
  );
  if (verifierKeys.length !== noteKeys.length) return null;
  const ids = keys.flatMap((each: unknown) =>
    isObject(each) && typeof each['key'] === 'string' ? each['key'] : [],
  );
  return ids.length === keys.length && ids.every((id) => hashPattern.test(id))
    ? [...ids, ...verifierKeys]
    : null;
}
