// Reads a JSON body strictly: UTF-8 only, no key twice, no key that reaches a prototype.
import { InvalidInput } from './app-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const depthMax = 32;

/** Parses a request's body. Throws InvalidInput keyed `body` saying what to change. */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput({ body: 'The body is not valid JSON.' });
  }
  refuseUnsafeKeys(text);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidInput({ body: 'The body is not valid UTF-8.' });
  }
}

/** Walks text already known to be valid JSON; JSON.parse alone would silently keep the last of two equal keys. */
function refuseUnsafeKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > depthMax) throw new InvalidInput({ body: 'The body is nested too deeply.' });
    } else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && isKey(text, end)) refuseKey(keyOf(text.slice(at, end + 1)), keys);
      at = end;
    }
  }
}

/** Of a name with its quotes. Most need not be read letter by letter. */
function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function refuseKey(key: string, keys: Set<string>): void {
  if (forbiddenKeys.has(key)) throw new InvalidInput({ body: `The key ${key} is not allowed.` });
  if (keys.has(key)) throw new InvalidInput({ [key]: 'This key stands twice. Send it once.' });
  keys.add(key);
}
