// Where a page of rounds begins, as an opaque text: a position by key, never by count, so that arrivals cannot move it.
import * as z from 'zod/mini';
import { InvalidInput } from '../../http/app-error.ts';

export interface RoundCursor {
  /** Rows after the key, before it, or from it on. */
  readonly side: 'after' | 'before' | 'from';
  readonly startedAtMs: number;
  readonly id: string;
  /** Rows before the first one of the page. */
  readonly offset: number;
  /** Rounds that arrived later than this number are left out. */
  readonly asOf: number;
}

const stored = z.tuple([
  z.enum(['after', 'before', 'from']),
  z.int(),
  z.uuid(),
  z.int().check(z.minimum(0)),
  z.int().check(z.minimum(0)),
  z.string(),
]);

/** `filterMark` names the filter that the cursor belongs to. */
export function encodeCursor(cursor: RoundCursor, filterMark: string): string {
  const { side, startedAtMs, id, offset, asOf } = cursor;
  return Buffer.from(JSON.stringify([side, startedAtMs, id, offset, asOf, filterMark])).toString('base64url');
}

/** Throws InvalidInput when the text was altered or belongs to another filter. */
export function decodeCursor(text: string, filterMark: string): RoundCursor {
  const parsed = z.safeParse(stored, parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data[5] !== filterMark) {
    throw new InvalidInput({ cursor: 'This page link does not fit the filter. Start again from page 1.' });
  }
  const [side, startedAtMs, id, offset, asOf] = parsed.data;
  return { side, startedAtMs, id, offset, asOf };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
