// What a ZIP archive says that it unpacks to, read from its directory before anything is unpacked.

interface ZipLimits {
  readonly unpackedMaxBytes: number;
  readonly entriesMax: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const commentMaxLength = 65_535;
/** Stands where a size is written elsewhere, as only archives of gigabytes need. */
const elsewhere = 0xffffffff;

/**
 * Whether every entry names its size and all of them stay within the limits; 'broken' where the directory cannot be read.
 * The reader stops an entry at the size that it names, so one that names too little is cut off, and one that names none
 * is not let through here.
 */
export function unpackedFit(
  bytes: Buffer,
  { unpackedMaxBytes, entriesMax }: ZipLimits,
): 'within' | 'large' | 'broken' {
  const end = endOf(bytes);
  if (end === null) return 'broken';
  const count = bytes.readUInt16LE(end + 10);
  if (count > entriesMax) return 'large';
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return 'broken';
    const packed = bytes.readUInt32LE(at + 20);
    const unpacked = bytes.readUInt32LE(at + 24);
    if (packed === elsewhere || unpacked === elsewhere) return 'large';
    // An empty entry may still be packed into two bytes; anything longer that names no size hides it.
    if (unpacked === 0 && packed > 2) return 'large';
    if (packed === 0 && unpacked > 0) return 'large';
    total += unpacked;
    at +=
      entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return total <= unpackedMaxBytes ? 'within' : 'large';
}

function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - endLength - commentMaxLength);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return null;
}
