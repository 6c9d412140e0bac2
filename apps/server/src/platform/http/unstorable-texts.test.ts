// No body may bring a text that the database cannot store: half a surrogate pair, or the null character (INPUT-01).
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeWorld, sampleOf, type SampleWorld } from '../../testing/endpoint-samples.ts';
import { byName, keysOf } from '../../testing/raw-requests.ts';
import { testApp } from '../../testing/test-app.ts';

let world: SampleWorld;
beforeAll(async () => {
  world = await makeWorld((await testApp()).owner);
});

const needing = allEndpoints.filter((endpoint) => keysOf(endpoint.body).length > 0);

/** Copies of a value in each of which one text, at any depth, contains `letter`: in front, within and behind. */
function* spoilt(value: unknown, letter: string, at = ''): Generator<readonly [at: string, value: unknown]> {
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2);
    yield [at, `${letter}${value}`];
    yield [at, `${value.slice(0, middle)}${letter}${value.slice(middle)}`];
    yield [at, `${value}${letter}`];
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const [where, worse] of spoilt(part, letter, `${at}/${key}`))
      yield [
        where,
        Array.isArray(value) ? value.toSpliced(Number(key), 1, worse) : { ...value, [key]: worse },
      ];
  }
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(texts);
};

/** What is compared and not stored; and events of phones, each of which is read, and refused, by itself. */
const isRead = (at: string): boolean =>
  /^\/events\/|\/(?:password|newPassword|oldPassword|pairingCode|state)$/.test(at);

describe.each(byName(needing))('the body of %s', (_name, endpoint) => {
  test.each([
    ['the null character', '\0', /\0/],
    ['the first half of a surrogate pair', '\ud83d', /\p{Cs}/u],
    ['the second half of one', '\udc00', /\p{Cs}/u],
  ])('[INPUT-01] lets no text through that contains %s', (_what, letter, unstorable) => {
    const { body } = sampleOf(endpoint, world);
    const through = [...spoilt(body, letter)].flatMap(([at, worse]) => {
      const read = endpoint.body === undefined ? null : z.safeParse(endpoint.body, worse);
      return read?.success === true && texts(read.data).some((text) => unstorable.test(text)) ? [at] : [];
    });
    expect([...new Set(through)].filter((at) => !isRead(at))).toEqual([]);
  });
});
