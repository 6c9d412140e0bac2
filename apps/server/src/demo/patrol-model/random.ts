// Seeded chance: the same key gives the same numbers on every machine (xoshiro128**, 128 bits of state).

const twoTo32 = 4_294_967_296;
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** Parts of the key are joined, so that streams of different keys are independent of each other. */
  constructor(...key: readonly (string | number)[]) {
    [this.#a, this.#b, this.#c, this.#d] = stateOf(key.join('/'));
  }

  /** A whole number of 32 bits, not negative. */
  uint32(): number {
    const scrambled = Math.imul(rotateLeft(Math.imul(this.#b, 5), 7), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotateLeft(this.#d, 11);
    return scrambled >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  unit(): number {
    return this.uint32() / twoTo32;
  }

  between(min: number, max: number): number {
    return min + this.unit() * (max - min);
  }

  /** Both ends included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, order: this.uint32() }))
      .toSorted((one, other) => one.order - other.order)
      .map(({ item }) => item);
  }

  /** Normal deviate with mean 0 and standard deviation 1. */
  gaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()));
    return radius * Math.cos(2 * Math.PI * this.unit());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.unit());
  }

  /** A version 7 UUID whose time is `atMs` and whose other 74 bits are this stream's. */
  uuidV7(atMs: number): string {
    const high = Math.floor(atMs / 65_536);
    const low = atMs % 65_536;
    const first = this.uint32();
    const second = this.uint32();
    const third = this.uint32();
    const version = 0x7000 | (first & 0x0fff);
    const variant = 0x8000 | ((first >>> 12) & 0x3fff);
    return `${hex32(high)}-${hex16(low)}-${hex16(version)}-${hex16(variant)}-${hex16(second & 0xffff)}${hex32(third)}`;
  }
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function hex16(value: number): string {
  return `${hexPairs[(value >>> 8) & 0xff]}${hexPairs[value & 0xff]}`;
}

function hex32(value: number): string {
  return hex16(value >>> 16) + hex16(value & 0xffff);
}

/** Spreads a key over the 128 bits of state; never all zero, which the generator could not leave. */
function stateOf(key: string): [number, number, number, number] {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x452821e6;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 0x239b961b);
    b = c ^ Math.imul(b ^ code, 0xab0e9789);
    c = d ^ Math.imul(c ^ code, 0x38b34ae5);
    d = a ^ Math.imul(d ^ code, 0xa1e38b93);
  }
  a = avalanche(a + d);
  b = avalanche(b + a);
  c = avalanche(c + b);
  d = avalanche(d + c);
  return [a, b, c, (d | 1) >>> 0];
}

function avalanche(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
