// Which part of a file a caller asks for (RFC 9110, 14.2).
import { AppError } from './app-error.ts';

export interface ByteRange {
  readonly first: number;
  /** Included. */
  readonly last: number;
}

/**
 * Of the header Range with one range, cut at the file's end. Null where the header is absent or has another form, which means
 * the whole file. Throws rangeOutside for a range that begins beyond the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') return { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (last < first && to !== '') return null;
  if (first >= size) throw new AppError('rangeOutside');
  return { first, last: Math.min(last, size - 1) };
}
