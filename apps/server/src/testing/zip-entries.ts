// What a ZIP archive holds, read by its directory.
import { inflateRawSync } from 'node:zlib';

const directoryMark = 0x02014b50;
const endMark = 0x06054b50;

/** Contents by path; of archives in the plain form. */
export function zipEntries(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || archive.readUInt32LE(end) !== endMark) throw new Error('not a ZIP archive');
  const entries = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === directoryMark) {
    const [packed, name, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const path = archive.toString('utf8', at + 46, at + 46 + name);
    entries.set(path, inflateRawSync(archive.subarray(from, from + packed)));
    at += 46 + name + extra + comment;
  }
  return entries;
}
