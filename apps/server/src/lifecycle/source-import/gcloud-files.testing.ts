// Files in the format of gcloud's and the emulator's exports.
import { crc32c, masked } from './leveldb-log.ts';
import { isList, isSpecial, root, type Written, type WrittenMap } from './written-values.testing.ts';

const blockBytes = 32_768;
const headBytes = 7;

/** A file in LevelDB's log format. */
export function logOf(records: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  let used = 0;
  const put = (kind: number, data: Buffer) => {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(masked(crc32c(Buffer.concat([Buffer.of(kind), data]))));
    head.writeUInt16LE(data.length, 4);
    head.writeUInt8(kind, 6);
    pieces.push(head, data);
    used = (used + headBytes + data.length) % blockBytes;
  };
  for (const record of records) {
    let rest = record;
    for (let isFirst = true; isFirst || rest.length > 0; isFirst = false) {
      if (blockBytes - used < headBytes) {
        pieces.push(Buffer.alloc(blockBytes - used));
        used = 0;
      }
      const data = rest.subarray(0, blockBytes - used - headBytes);
      rest = rest.subarray(data.length);
      put(isFirst ? (rest.length === 0 ? 1 : 2) : rest.length === 0 ? 4 : 3, data);
    }
  }
  return Buffer.concat(pieces);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

const tag = (no: number, type: number): Buffer => varint(BigInt(no * 8 + type));
const bytesField = (no: number, data: Buffer): Buffer =>
  Buffer.concat([tag(no, 2), varint(BigInt(data.length)), data]);
const textField = (no: number, text: string): Buffer => bytesField(no, Buffer.from(text));
const wholeField = (no: number, value: bigint): Buffer => Buffer.concat([tag(no, 0), varint(value)]);
const group = (no: number, data: Buffer): Buffer => Buffer.concat([tag(no, 3), data, tag(no, 4)]);
function doubleField(no: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([tag(no, 1), bytes]);
}

const app = textField(13, 's~demo');

/** EntityProto of a document: maps, lists, times and references as the Datastore has them. */
export function entityOf([name, fields]: readonly [string, WrittenMap]): Buffer {
  const parts = `${root}/${name}`.split('/');
  const elements = parts.flatMap((part, at) =>
    at % 2 === 0 ? [group(1, Buffer.concat([textField(2, part), textField(4, parts[at + 1] ?? '')]))] : [],
  );
  return Buffer.concat([
    bytesField(13, Buffer.concat([app, bytesField(14, Buffer.concat(elements))])),
    ...propertiesOf(fields),
    bytesField(16, elements[0] ?? Buffer.alloc(0)),
  ]);
}

const propertiesOf = (fields: WrittenMap): Buffer[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    isList(value) ? value.map((one) => propertyOf(name, one, true)) : [propertyOf(name, value, false)],
  );

function propertyOf(name: string, value: Written, isOfList: boolean): Buffer {
  const [meaning, held] = valueOf(value);
  return bytesField(
    15,
    Buffer.concat([
      ...(meaning === 0 ? [] : [wholeField(1, BigInt(meaning))]),
      textField(3, name),
      wholeField(4, isOfList ? 1n : 0n),
      bytesField(5, held),
    ]),
  );
}

function valueOf(value: Written): readonly [meaning: number, held: Buffer] {
  if (value === null) return [0, Buffer.alloc(0)];
  if (typeof value === 'boolean') return [0, wholeField(2, value ? 1n : 0n)];
  if (typeof value === 'string') return [15, textField(3, value)];
  if (typeof value === 'number')
    return [0, Number.isInteger(value) ? wholeField(1, BigInt(value)) : doubleField(4, value)];
  if (isList(value)) return [24, Buffer.alloc(0)];
  if (!isSpecial(value)) return [19, bytesField(3, Buffer.concat(propertiesOf(value)))];
  if (value.kind === 'time') return [7, wholeField(1, BigInt(value.ms) * 1000n)];
  if (value.kind === 'place')
    return [9, group(5, Buffer.concat([doubleField(6, value.latitude), doubleField(7, value.longitude)]))];
  const parts = value.path.split('/');
  const elements = parts.flatMap((part, at) =>
    at % 2 === 0 ? [group(14, Buffer.concat([textField(15, part), textField(17, parts[at + 1] ?? '')]))] : [],
  );
  return [0, group(12, Buffer.concat([app, ...elements]))];
}
