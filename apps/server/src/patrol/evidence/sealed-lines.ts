// Writes an evidence file: line by line, with a seal by the log's key over every few.
import { hash } from 'node:crypto';
import {
  type FileHead,
  type FileLine,
  sealBytes,
  sealedLines,
  sealStart,
} from '@watchpost/domain/evidence/evidence-file';
import { type LogKey, signBytesWith } from './log-keys.ts';

const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes, 'hex');
/** Of text that is handed on at once. */
const chunkCharacters = 64_000;

export async function* writeSealedLines(
  key: LogKey,
  lines: AsyncIterable<FileHead | FileLine>,
): AsyncGenerator<Uint8Array> {
  const seals = new Seals(key);
  let text = '';
  for await (const line of lines) {
    text += seals.take(JSON.stringify(line));
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + seals.finish());
}

class Seals {
  readonly #key: LogKey;
  #lines: string[] = [];
  #no = 0;
  #previous = sealStart;

  constructor(key: LogKey) {
    this.#key = key;
  }

  /** The line with its line feed, and the seal behind it where one is due. */
  take(line: string): string {
    this.#lines.push(line);
    return this.#lines.length < sealedLines ? `${line}\n` : `${line}\n${this.#seal()}`;
  }

  finish(): string {
    return this.#lines.length === 0 ? '' : this.#seal();
  }

  #seal(): string {
    this.#no += 1;
    const [lines, hash] = [this.#lines.length, sha256(this.#lines.join('\n'))];
    const open = { no: this.#no, lines, hash, previous: this.#previous };
    const bytes = sealBytes(open);
    this.#lines = [];
    this.#previous = sha256(bytes);
    return `${JSON.stringify({ seal: { ...open, signature: signBytesWith(this.#key, bytes) } })}\n`;
  }
}
