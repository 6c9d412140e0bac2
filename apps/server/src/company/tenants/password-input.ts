// A password from anyone who runs a command: asked for without echo on a terminal, else read from standard input.
import type { ReadStream } from 'node:tty';

/** The operator changed their mind (Ctrl-C). */
export class InputEnded extends Error {}

const keys = { interrupt: '\u0003', endOfText: '\u0004', erase: ['\b', '\u007f'], eraseLine: '\u0015' };

/** Throws InputEnded when no password comes. The two entries on a terminal must be the same: null when they differ. */
export async function readPassword(prompt: string, input: ReadStream): Promise<string | null> {
  if (!input.isTTY) return readPiped(input);
  input.setRawMode(true);
  const typed = characters(input);
  try {
    const first = await readHidden(`${prompt}: `, typed);
    return first === (await readHidden('The same again: ', typed)) ? first : null;
  } finally {
    input.setRawMode(false);
    input.pause();
  }
}

/** The first line of what is piped in. */
async function readPiped(input: ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') throw new InputEnded('No password came on standard input.');
  return text.replace(/\r?\n$/, '');
}

async function* characters(input: ReadStream): AsyncGenerator<string, undefined> {
  for await (const chunk of input) yield* Buffer.from(chunk).toString('utf8');
  return undefined;
}

async function readHidden(prompt: string, typed: AsyncGenerator<string, undefined>): Promise<string> {
  process.stderr.write(prompt);
  const letters: string[] = [];
  for (;;) {
    const { value: key, done } = await typed.next();
    const hasEnded = done === true || key === keys.interrupt || key === keys.endOfText;
    if (hasEnded || key === '\r' || key === '\n') process.stderr.write('\n');
    if (hasEnded) throw new InputEnded('No password was given; nothing was changed.');
    if (key === '\r' || key === '\n') return letters.join('');
    if (keys.erase.includes(key)) letters.pop();
    else if (key === keys.eraseLine) letters.length = 0;
    else letters.push(key);
  }
}
