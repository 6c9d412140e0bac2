// What archives hold, as a check of the log needs it: which leaves, and what phones signed.
import { type EntryEvent, eventOfEntry, type LogEntry } from '@watchpost/domain/evidence/log-entry';
import type { ChainLink } from '@watchpost/domain/evidence/device-chain';
import type { FileStore } from '../adapters/files/file-store.ts';
import { type LinkRun, linkOf } from '../evidence/check-chains.ts';
import { findDeviceKeys } from '../evidence/check-log.queries.ts';
import { entryOfRecord } from './archive-lines.ts';
import { ArchiveFault } from './archive-pieces.ts';
import { type ArchivedSubject, findRemoved } from './archive-rows.queries.ts';
import { type ArchivePlace, leavesOf, readSubjects } from './check-archive.ts';
import { type Archive, type ArchiveFile, findArchiveFiles, findArchives } from './archives.queries.ts';

type Db = Parameters<typeof findArchives>[0];

const archivesMax = 10_000;

/** Numbers of leaves, a bit each. */
class LeafNumbers {
  #bits = new Uint8Array(1 << 16);

  add(no: number): void {
    if (no >= this.#bits.length * 8) {
      const wider = new Uint8Array(Math.max(this.#bits.length * 2, Math.ceil((no + 1) / 8)));
      wider.set(this.#bits);
      this.#bits = wider;
    }
    this.#bits[no >> 3] = (this.#bits[no >> 3] ?? 0) | (1 << (no & 7));
  }

  has(no: number): boolean {
    return ((this.#bits[no >> 3] ?? 0) & (1 << (no & 7))) !== 0;
  }
}

class ArchivesRead {
  /** A sentence for each archive that is not as it was verified. */
  readonly differences: string[] = [];
  readonly #leaves = new LeafNumbers();
  readonly #links = new Map<string, ChainLink[]>();
  readonly #runs = new Map<string, LinkRun[]>();
  readonly #keys: ReadonlyMap<string, string>;

  constructor(keys: ReadonlyMap<string, string>) {
    this.#keys = keys;
  }

  has(leafNo: number): boolean {
    return this.#leaves.has(leafNo);
  }

  get runs(): ReadonlyMap<string, readonly LinkRun[]> {
    return new Map(
      [...this.#runs].map(([key, runs]) => [key, runs.toSorted((a, b) => a.first.seq - b.first.seq)]),
    );
  }

  /** Nothing but the runs is kept of an archive that was read. */
  endArchive(): void {
    for (const [key, links] of this.#links)
      this.#runs.set(key, [...(this.#runs.get(key) ?? []), ...runsOf(links)]);
    this.#links.clear();
  }

  async take(place: ArchivePlace, subjects: readonly ArchivedSubject[]): Promise<void> {
    // What an earlier archive holds, too, was read with that.
    const leaves = (await leavesOf(place, subjects)).filter(({ no }) => !this.#leaves.has(no));
    for (const { no } of leaves) this.#leaves.add(no);
    const records = subjects.flatMap((subject) => subject.records);
    const ids = leaves.map(({ id }) => id);
    // What stayed, or was not removed yet, is among the stored ones.
    const removed = await findRemoved(place.db, place.tenantId, ids);
    for (const record of records.filter(({ id }) => removed.has(id))) {
      const entry = entryOfRecord(record);
      const event = entry === null ? null : eventOfEntry(entry);
      if (entry !== null && event !== null && event.proof !== null)
        await this.#link(entry, event, event.proof);
    }
  }

  async #link(entry: LogEntry, event: EntryEvent, proof: NonNullable<EntryEvent['proof']>): Promise<void> {
    const publicKey = this.#keys.get(`${proof.key} ${event.guardId} ${event.deviceId}`);
    if (publicKey === undefined) return;
    const links = this.#links.get(proof.key) ?? [];
    links.push(await linkOf({ ...event, entry, proof }, publicKey));
    this.#links.set(proof.key, links);
  }
}

function runsOf(links: readonly ChainLink[]): LinkRun[] {
  const runs: LinkRun[] = [];
  for (const link of links.toSorted((a, b) => a.seq - b.seq)) {
    const before = runs.at(-1);
    if (before !== undefined && link.seq === before.last.seq + 1 && link.previous === before.last.hash) {
      runs[runs.length - 1] = { first: before.first, last: link };
    } else if (before?.last.hash !== link.hash) runs.push({ first: link, last: link });
  }
  return runs;
}

/** Reads every archive from which something was or may have been removed. */
export async function readArchives(
  db: Db,
  tenantId: string,
  files: FileStore | undefined,
): Promise<ArchivesRead> {
  const archives = (await findArchives(db, tenantId, archivesMax)).filter(
    ({ status }) => status !== 'writing',
  );
  const keys = archives.length === 0 ? [] : await findDeviceKeys(db, tenantId);
  const read = new ArchivesRead(
    new Map(
      keys.map(({ key, guardId, deviceId, publicKey }) => [`${key} ${guardId} ${deviceId}`, publicKey]),
    ),
  );
  const ids = archives.map(({ id }) => id);
  const kept = await findArchiveFiles(db, tenantId, ids);
  for (const archive of archives) {
    if (files === undefined) {
      read.differences.push(`${nameOf(archive)}: not read; it is not known where files lie`);
      continue;
    }
    const ofArchive = kept.filter(({ archiveId, kind }) => archiveId === archive.id && kind === 'rows');
    await readOne({ db, tenantId, files }, archive, ofArchive, read);
  }
  return read;
}

const nameOf = ({ id, monthMs }: Archive) =>
  `archive ${id} of ${new Date(monthMs).toISOString().slice(0, 7)}`;

async function readOne(
  place: ArchivePlace,
  archive: Archive,
  files: readonly ArchiveFile[],
  read: ArchivesRead,
): Promise<void> {
  try {
    for (const file of files)
      for await (const subjects of readSubjects(place, file)) await read.take(place, subjects);
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    read.differences.push(`${nameOf(archive)}: ${error.message}`);
  }
  read.endArchive();
}
