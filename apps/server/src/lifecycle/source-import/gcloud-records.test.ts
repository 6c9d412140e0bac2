// Records of gcloud's exports: what is written in their format is read again, whatever it is.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { EntityBroken, readEntity } from './entity-proto.ts';
import { crc32c, logRecords } from './leveldb-log.ts';
import { makeFolder } from './run-import.testing.ts';
import { entityOf, logOf } from './gcloud-files.testing.ts';

const folder = makeFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Buffer): Promise<Buffer[]> {
  const file = path.join(folder, 'output-0');
  fs.writeFileSync(file, bytes);
  const records: Buffer[] = [];
  for await (const record of logRecords(file)) records.push(Buffer.from(record));
  return records;
}

it('[DATA-02] the checksum is that of the format: CRC-32C of 123456789', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
});

it('[DATA-02] records of any length are read again, over the borders of blocks too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 6 }), async (lengths) => {
      const records = lengths.map((length, at) => Buffer.alloc(length, at + 1));
      expect((await read(logOf(records))).map((one) => [one.length, one[0]])).toEqual(
        records.map((one) => [one.length, one[0]]),
      );
    }),
    { numRuns: 40 },
  );
});

it.each([32_754, 32_755, 32_761, 32_768])(
  '[DATA-02] a record of %d bytes leaves the next one whole',
  async (length) => {
    const records = [Buffer.alloc(length, 1), Buffer.from('next')];
    expect((await read(logOf(records))).at(-1)?.toString()).toBe('next');
  },
);

it('[DATA-02] fields of every type are read again', () => {
  const map = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== 'kind' && name !== '__proto__'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
    fc.boolean(),
    fc.constant(null),
    map,
    fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value), (fields) => {
      const entity = readEntity(entityOf(['guards/G1', fields]));
      expect(entity).toEqual({
        path: ['patrollingApp', 'superAdmin', 'guards', 'G1'],
        fields: { ...fields },
      });
    }),
  );
});

it('[DATA-02] bytes that are no document are said to be none, and nothing else happens', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const outcome = (() => {
        try {
          return readEntity(Buffer.from(bytes));
        } catch (error) {
          return error;
        }
      })();
      const isRead =
        outcome instanceof EntityBroken ||
        (typeof outcome === 'object' && outcome !== null && 'fields' in outcome);
      expect(isRead).toBe(true);
    }),
    { numRuns: 500 },
  );
});
