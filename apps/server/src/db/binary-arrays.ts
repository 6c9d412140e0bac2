// Array parameters in PostgreSQL's binary form: neither side writes or reads their elements as text.
// The form is that of array_send(): dimensions, whether nulls may be among them, type, length, first index, elements.

type Values = readonly (string | null)[];

const uuidOid = 2950;
const byteaOid = 17;
const uuidBytes = 16;
const uuidLength = 36;
const headBytes = 20;
const headBytesOfEmpty = 12;
const lengthBytes = 4;

/** A parameter of type uuid[]. Throws a RangeError where a text is no UUID of 36 characters. */
export function uuidArray(values: Values): Buffer {
  const bytes = begin(uuidOid, values, values.length * uuidBytes);
  let at = headBytes;
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : uuidBytes, at);
    if (value !== null) at = writeUuid(bytes, value, at);
  }
  return bytes.subarray(0, values.length === 0 ? headBytesOfEmpty : at);
}

/** A parameter of type bytea[] of hexadecimal texts. Throws a RangeError where a text is none. */
export function byteaArray(values: Values): Buffer {
  const bytes = begin(
    byteaOid,
    values,
    values.reduce((sum, value) => sum + (value?.length ?? 0) / 2, 0),
  );
  let at = headBytes;
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : value.length / 2, at);
    if (value === null) continue;
    const written = bytes.write(value, at, 'hex');
    if (written * 2 !== value.length) throw new RangeError('not hexadecimal');
    at += written;
  }
  return bytes.subarray(0, values.length === 0 ? headBytesOfEmpty : at);
}

/** Room for the head, which is written, and for the elements. */
function begin(oid: number, values: Values, elementBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + values.length * lengthBytes + elementBytes);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

const noDigit = 0xff;
/** What the character of a code stands for as a hexadecimal digit. */
const digits = new Uint8Array(128).fill(noDigit);
for (let digit = 0; digit < 16; digit += 1) {
  const text = digit.toString(16);
  digits[text.charCodeAt(0)] = digit;
  digits[text.toUpperCase().charCodeAt(0)] = digit;
}

/** Far quicker than Buffer.write(), which would need the text without its hyphens. Returns where it ends. */
function writeUuid(bytes: Buffer, text: string, from: number): number {
  let at = from;
  let seen = 0;
  for (let position = 0; position < uuidLength; position += 2) {
    if (text.charCodeAt(position) === hyphen) position += 1;
    const high = digits[text.charCodeAt(position)] ?? noDigit;
    const low = digits[text.charCodeAt(position + 1)] ?? noDigit;
    seen |= high | low;
    bytes[at] = (high << 4) | low;
    at += 1;
  }
  if (text.length !== uuidLength || seen > 0xf || at - from !== uuidBytes) {
    throw new RangeError(`${text} is no UUID`);
  }
  return at;
}
const hyphen = 0x2d;
