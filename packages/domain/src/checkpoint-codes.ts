// What a checkpoint's QR code says: which checkpoint, which of its codes, and a signature (FIELD-03, MNG-04).

/** The format's version; it heads every code and every message that is signed. */
export const codeFormat = 'WP1';
/** Bytes of HMAC-SHA-256 that a code carries. */
export const codeMacBytes = 12;
export const codeSerialMax = 65_535;
/** Letters that a guard types when the code cannot be read otherwise: the last ones of the code. */
export const typedCodeLength = 8;
/** Of what a device sends as a code, whoever issued it. */
export const scanCodeMaxLength = 300;

export interface CheckpointCodeParts {
  /** UUID, in lower case. */
  readonly checkpointId: string;
  /** From 1; each reissue takes the next. */
  readonly serial: number;
  readonly mac: Uint8Array;
}

/** Crockford's base 32, which QR codes hold in their denser alphanumeric mode. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bits = 5;
const idBytes = 16;
const serialBytes = 2;
const bytesInAll = idBytes + serialBytes + codeMacBytes;
/** 240 bits are 48 letters without a rest, so that no two texts say the same. */
const letters = (bytesInAll * 8) / bits;

/** Throws RangeError for parts that no code can hold. */
export function encodeCheckpointCode({ checkpointId, serial, mac }: CheckpointCodeParts): string {
  const hex = checkpointId.replaceAll('-', '');
  if (!/^[\da-f]{32}$/i.test(hex)) throw new RangeError('Not the id of a checkpoint');
  if (!Number.isInteger(serial) || serial < 1 || serial > codeSerialMax)
    throw new RangeError('No such serial');
  if (mac.length !== codeMacBytes) throw new RangeError('Not a signature of a code');
  const id = Uint8Array.from({ length: idBytes }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
  return codeFormat + toLetters(Uint8Array.from([...id, serial >> 8, serial & 0xff, ...mac]));
}

/** The parts of a code, whichever case, spaces or dashes it was written in; null for anything that is none. */
export function decodeCheckpointCode(text: string): CheckpointCodeParts | null {
  const folded = foldCode(text);
  if (folded.length !== codeFormat.length + letters || !folded.startsWith(codeFormat)) return null;
  const bytes = toBytes(folded.slice(codeFormat.length));
  if (bytes === null) return null;
  const [high = 0, low = 0] = bytes.subarray(idBytes);
  const serial = high * 256 + low;
  if (serial === 0) return null;
  const hex = [...bytes.subarray(0, idBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const checkpointId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { checkpointId, serial, mac: bytes.slice(idBytes + serialBytes) };
}

/** Upper case without spaces and dashes; letters that look like digits are those digits. */
export function foldCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** What stands below the QR code, to be typed where nothing can be scanned. */
export function typedCodeOf(text: string): string {
  return text.trim().toUpperCase().slice(-typedCodeLength);
}

/** The text that is signed: another version, tenant, checkpoint or serial never has the same. */
export function signedMessage(tenantId: string, checkpointId: string, serial: number): string {
  return [
    'watchpost checkpoint code',
    codeFormat,
    tenantId.toLowerCase(),
    checkpointId.toLowerCase(),
    serial,
  ].join('\n');
}

function toLetters(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= bits) {
      heldBits -= bits;
      text += alphabet.charAt((held >> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return text;
}

function toBytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(bytesInAll);
  let at = 0;
  let held = 0;
  let heldBits = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value === -1) return null;
    held = (held << bits) | value;
    heldBits += bits;
    if (heldBits < 8) continue;
    heldBits -= 8;
    bytes[at++] = held >> heldBits;
    held &= (1 << heldBits) - 1;
  }
  return bytes;
}
