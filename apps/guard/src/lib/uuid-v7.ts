// Ids that the phone makes: in the order of time, and never twice (FIELD-02).

const timeBytes = 6;

/** A UUID of version 7 (RFC 9562) for a moment in epoch milliseconds. */
export function makeUuidV7(atMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 0; index < timeBytes; index += 1) {
    bytes[index] = Math.floor(atMs / 256 ** (timeBytes - 1 - index)) % 256;
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
