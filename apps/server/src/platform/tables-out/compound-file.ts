// The OLE2 container of Excel 97 files ([MS-CFB], version 3) with a single stream in it.

const sectorSize = 512;
const entriesPerSector = sectorSize / 4;
const headerEntries = 109;
// The last entry of a sector that lists table sectors points to the next such sector.
const listEntries = entriesPerSector - 1;
/** Shorter streams would have to live in a stream of small sectors; padding saves us that structure. */
const minStreamSize = 4096;

const free = 0xffff_ffff;
const endOfChain = 0xffff_fffe;
const tableSector = 0xffff_fffd;
const listSector = 0xffff_fffc;

/** Sectors in the order of the file: stream, directory, allocation table, lists of the table's sectors beyond the header's. */
interface Sectors {
  readonly stream: number;
  readonly table: number;
  readonly lists: number;
}

export function* compoundFile(name: string, blocks: readonly Buffer[]): Generator<Uint8Array> {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const streamSize = Math.max(length, minStreamSize);
  const sectors = countSectors(Math.ceil(streamSize / sectorSize));
  yield header(sectors);
  yield* blocks;
  yield Buffer.alloc(sectors.stream * sectorSize - length);
  yield directory(name, streamSize);
  yield allocationTable(sectors);
  yield tableLists(sectors);
}

function countSectors(stream: number): Sectors {
  let table = 1;
  let lists = 0;
  // The table also allocates itself and the lists of its sectors, so both are raised until they suffice.
  while (table * entriesPerSector < stream + 1 + table + lists) {
    table++;
    lists = Math.max(0, Math.ceil((table - headerEntries) / listEntries));
  }
  return { stream, table, lists };
}

const firstTableSector = (sectors: Sectors) => sectors.stream + 1;
const firstListSector = (sectors: Sectors) => firstTableSector(sectors) + sectors.table;

function header(sectors: Sectors): Buffer {
  const bytes = Buffer.alloc(sectorSize);
  bytes.write('d0cf11e0a1b11ae1', 0, 'hex');
  bytes.writeUInt16LE(0x003e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  // Powers of two: the size of sectors and of small sectors.
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(sectors.table, 44);
  bytes.writeUInt32LE(sectors.stream, 48);
  bytes.writeUInt32LE(minStreamSize, 56);
  bytes.writeUInt32LE(endOfChain, 60);
  bytes.writeUInt32LE(sectors.lists === 0 ? endOfChain : firstListSector(sectors), 68);
  bytes.writeUInt32LE(sectors.lists, 72);
  for (let entry = 0; entry < headerEntries; entry++) {
    bytes.writeUInt32LE(tableSectorAt(entry, sectors), 76 + entry * 4);
  }
  return bytes;
}

const tableSectorAt = (index: number, sectors: Sectors) =>
  index < sectors.table ? firstTableSector(sectors) + index : free;

function directory(name: string, streamSize: number): Buffer {
  const root = directoryEntry('Root Entry', 5, endOfChain, 0);
  root.writeUInt32LE(1, 76);
  const unused = directoryEntry('', 0, 0, 0);
  return Buffer.concat([root, directoryEntry(name, 2, 0, streamSize), unused, unused]);
}

function directoryEntry(name: string, type: number, firstSector: number, size: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64);
  entry.writeUInt8(type, 66);
  entry.writeUInt8(1, 67);
  // No siblings, no child.
  entry.writeUInt32LE(free, 68);
  entry.writeUInt32LE(free, 72);
  entry.writeUInt32LE(free, 76);
  entry.writeUInt32LE(firstSector, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

function allocationTable(sectors: Sectors): Buffer {
  const table = Buffer.alloc(sectors.table * sectorSize, 0xff);
  let sector = 0;
  const put = (value: number) => table.writeUInt32LE(value, 4 * sector++);
  while (sector < sectors.stream - 1) put(sector + 1);
  put(endOfChain);
  put(endOfChain);
  for (let index = 0; index < sectors.table; index++) put(tableSector);
  for (let index = 0; index < sectors.lists; index++) put(listSector);
  return table;
}

function tableLists(sectors: Sectors): Buffer {
  const lists = Buffer.alloc(sectors.lists * sectorSize, 0xff);
  for (let list = 0; list < sectors.lists; list++) {
    const start = list * sectorSize;
    for (let entry = 0; entry < listEntries; entry++) {
      lists.writeUInt32LE(
        tableSectorAt(headerEntries + list * listEntries + entry, sectors),
        start + entry * 4,
      );
    }
    const isLast = list === sectors.lists - 1;
    lists.writeUInt32LE(isLast ? endOfChain : firstListSector(sectors) + list + 1, start + listEntries * 4);
  }
  return lists;
}
