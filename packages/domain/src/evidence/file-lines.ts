// Lines out of a stream of bytes, however it is cut.
import type { CheckSettings } from './file-check.ts';
import type { FileVerdict } from './file-verdict.ts';
import { FileCheck } from './file-check.ts';

/** Of one line; more is no evidence file. */
const lineCharactersMax = 32_000_000;

class EndlessLine extends Error {}

/** UTF-8 text by its lines, without the line feeds. Throws EndlessLine. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineCharactersMax) throw new EndlessLine('a line without an end');
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** Null for what is no evidence file. `onBytes` gets the bytes read so far. */
export async function checkFile(
  chunks: AsyncIterable<Uint8Array>,
  settings: CheckSettings = {},
): Promise<FileVerdict | null> {
  const check = new FileCheck(settings);
  try {
    for await (const line of linesOf(chunks)) if (!(await check.take(line))) return null;
  } catch (error) {
    if (error instanceof EndlessLine) return null;
    throw error;
  }
  return check.finish();
}
