// A document as gcloud's and the emulator's exports have it: EntityProto of the Datastore, in the protocol buffers' encoding.

export interface ExportedEntity {
  /** Collection, id, collection, id ... as the key has them. */
  readonly path: readonly string[];
  /** Times as epoch milliseconds, positions as {latitude, longitude}, references as ids, bytes in base64. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export class EntityBroken extends Error {}

/** Numbers of the fields in entity.proto, by message. */
const entity = { key: 13, property: 14, rawProperty: 15 };
const reference = { path: 14 };
const element = { group: 1, type: 2, id: 3, name: 4 };
const property = { meaning: 1, name: 3, isOfList: 4, value: 5 };
const propertyValue = { int64: 1, boolean: 2, string: 3, double: 4, point: 5, reference: 12 };
const point = { x: 6, y: 7 };
const referenceElement = { group: 14, id: 16, name: 17 };
/** What a property's bytes mean beyond their type. */
const meanings = { when: 7, blob: 14, byteString: 16, entity: 19, emptyList: 24 };

const nestingMax = 20;

/** Throws EntityBroken for bytes that are no such message. */
export function readEntity(bytes: Buffer): ExportedEntity {
  return entityOf(messageOf(bytes), 0);
}

function entityOf(message: Message, depth: number): ExportedEntity {
  if (depth > nestingMax) throw new EntityBroken('its maps are nested too deep');
  const key = message.find(({ no }) => no === entity.key);
  const keyPath = key === undefined ? undefined : nested(key).find(({ no }) => no === reference.path);
  const path = keyPath === undefined ? [] : nested(keyPath).filter(({ no }) => no === element.group);
  const fields: Record<string, unknown> = {};
  for (const one of message) {
    if (one.no !== entity.property && one.no !== entity.rawProperty) continue;
    addProperty(fields, nested(one), depth);
  }
  return { path: path.flatMap((part) => partsOf(nested(part), element)), fields };
}

function partsOf(
  part: Message,
  { type, id, name }: { readonly type: number; readonly id: number; readonly name: number },
) {
  const found = part.find(({ no }) => no === name);
  const numbered = part.find(({ no }) => no === id);
  return [
    textOf(part.find(({ no }) => no === type)),
    found === undefined ? (numbered === undefined ? '' : String(wholeOf(numbered))) : textOf(found),
  ];
}

function addProperty(fields: Record<string, unknown>, message: Message, depth: number): void {
  const name = textOf(message.find(({ no }) => no === property.name));
  const meaning = Number(message.find(({ no }) => no === property.meaning)?.value ?? 0);
  const bytes = message.find(({ no }) => no === property.value);
  const list = fields[name];
  if (meaning === meanings.emptyList) {
    fields[name] ??= [];
    return;
  }
  const value = bytes === undefined ? null : valueOf(nested(bytes), meaning, depth);
  const isOfList = message.some(({ no, value: set }) => no === property.isOfList && set === 1n);
  if (!isOfList) fields[name] = value;
  else if (Array.isArray(list)) list.push(value);
  else fields[name] = [value];
}

function valueOf(message: Message, meaning: number, depth: number): unknown {
  const [value] = message;
  if (value === undefined) return null;
  switch (value.no) {
    case propertyValue.int64:
      return numberOf(BigInt.asIntN(64, wholeOf(value)), meaning);
    case propertyValue.boolean:
      return wholeOf(value) === 1n;
    case propertyValue.string:
      if (meaning === meanings.entity) return entityOf(messageOf(bytesOf(value)), depth + 1).fields;
      return meaning === meanings.blob || meaning === meanings.byteString
        ? bytesOf(value).toString('base64')
        : textOf(value);
    case propertyValue.double:
      return doubleOf(value);
    case propertyValue.point: {
      const at = nested(value);
      return {
        latitude: doubleOf(at.find(({ no }) => no === point.x)),
        longitude: doubleOf(at.find(({ no }) => no === point.y)),
      };
    }
    case propertyValue.reference:
      return idOfReference(nested(value));
    default:
      return null;
  }
}

/** Times are whole microseconds. */
function numberOf(value: bigint, meaning: number): number | string {
  if (meaning === meanings.when) return Number(value / 1000n);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function idOfReference(message: Message): string {
  const last = message.findLast(({ no }) => no === referenceElement.group);
  if (last === undefined) return '';
  return partsOf(nested(last), { type: 15, ...referenceElement })[1] ?? '';
}

interface Field {
  readonly no: number;
  /** Of varints and 64 bits a number, of all else the bytes or, of a group, its fields. */
  readonly value: bigint | Buffer | Message;
}
type Message = readonly Field[];

const wholeOf = ({ value }: Field): bigint => (typeof value === 'bigint' ? value : 0n);

function bytesOf({ value }: Field): Buffer {
  if (Buffer.isBuffer(value)) return value;
  throw new EntityBroken('a field is of another type');
}

const textOf = (field: Field | undefined): string =>
  field === undefined ? '' : bytesOf(field).toString('utf8');

function doubleOf(field: Field | undefined): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(field === undefined ? 0n : wholeOf(field));
  return bytes.readDoubleLE();
}

function nested({ value }: Field): Message {
  if (typeof value === 'bigint') throw new EntityBroken('a field is of another type');
  return Buffer.isBuffer(value) ? messageOf(value) : value;
}

const wire = { varint: 0, bits64: 1, bytes: 2, groupStart: 3, groupEnd: 4, bits32: 5 };

function messageOf(bytes: Buffer): Message {
  return new MessageReader(bytes).read(null, 0);
}

class MessageReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** To the end of the bytes, or of the group of this number. */
  read(group: number | null, depth: number): Message {
    if (depth > nestingMax) throw new EntityBroken('its groups are nested too deep');
    const fields: Field[] = [];
    while (this.#at < this.#bytes.length) {
      const tag = Number(this.#varint());
      const [no, type] = [Math.floor(tag / 8), tag % 8];
      if (type === wire.groupEnd && no === group) return fields;
      fields.push({ no, value: this.#value(no, type, depth) });
    }
    if (group !== null) throw new EntityBroken('it ends within a group');
    return fields;
  }

  #value(no: number, type: number, depth: number): Field['value'] {
    if (type === wire.varint) return this.#varint();
    if (type === wire.bits64) return this.#take(8).readBigUInt64LE();
    if (type === wire.bits32) return BigInt(this.#take(4).readUInt32LE());
    if (type === wire.bytes) return this.#take(Number(this.#varint()));
    if (type === wire.groupStart) return this.read(no, depth + 1);
    throw new EntityBroken('it is no message');
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#take(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new EntityBroken('a number is too long');
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new EntityBroken('it ends too early');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}
