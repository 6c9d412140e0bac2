// SHA-256 (FIPS 180-4) without waiting: the browser's own can only be awaited, hash by hash, and a tree has many.
import type { Bytes } from './byte-text.ts';

export type Sha256 = (bytes: Uint8Array) => Bytes;

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate += 1) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
}
/** The first 32 bits of the fraction. */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

export const sha256: Sha256 = (bytes) => {
  const message = padded(bytes);
  const view = new DataView(message.buffer);
  const state = Int32Array.from(initial);
  const schedule = new Int32Array(64);
  for (let at = 0; at < message.length; at += 64) {
    for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(at + index * 4);
    extend(schedule);
    compress(state, schedule);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => out.setInt32(index * 4, word));
  return digest;
};

function padded(bytes: Uint8Array): Bytes {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(message.length - 4, bytes.length << 3);
  return message;
}

function extend(schedule: Int32Array): void {
  const word = (index: number) => schedule[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const near = word(index - 2);
    const far = word(index - 15);
    const low = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const high = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    schedule[index] = (word(index - 16) + low + word(index - 7) + high) | 0;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + high + choice + (roundConstants[index] ?? 0) + (schedule[index] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + low + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = ((state[index] ?? 0) + word) | 0;
  });
}
