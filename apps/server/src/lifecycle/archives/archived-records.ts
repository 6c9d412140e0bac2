// What archives hold, as a check of the log needs it: which leaves, and what phones signed.
import { type EntryEvent, eventOfEntry, type LogEntry } from '@watchpost/domain/evidence/log-entry';
import { type ChainLink, continues } from '@watchpost/domain/evidence/device-chain';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type LinkRun, linkOf, type LinkSource } from '../../patrol/evidence/check-chains.ts';
import { findDeviceKeys } from '../../patrol/evidence/check-log.queries.ts';
import { entryOfRecord } from './archive-lines.ts';
import { ArchiveFault } from './archive-pieces.ts';
import { findRemoved } from '../../patrol/field/removed-records.queries.ts';
import { type ArchivedSubject, findRefusedNumbers } from './archive-rows.queries.ts';
import { type ArchiveStore, leavesOf, readSubjects } from './check-archive.ts';
import { type Archive, type ArchiveFile, findArchiveFiles, findArchives } from './archives.queries.ts';

type Db = Parameters<typeof findArchives>[0];

const archivesMax = 10_000;

interface ArchivedLink {
  readonly key: string;
  readonly link: ChainLink;
  readonly source: LinkSource;
}

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
  readonly #links = new Map<string, ArchivedLink[]>();
  /** Key and number of each archived event that was refused at first. */
  readonly #refused = new Set<string>();
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
      this.#runs.set(key, [...(this.#runs.get(key) ?? []), ...runsOf(links, this.#refused)]);
    this.#links.clear();
  }

  async take(archiveStore: ArchiveStore, subjects: readonly ArchivedSubject[]): Promise<void> {
    // What an earlier archive holds, too, was read with that.
    const leaves = (await leavesOf(archiveStore, subjects)).filter(({ no }) => !this.#leaves.has(no));
    for (const { no } of leaves) this.#leaves.add(no);
    const records = subjects.flatMap((subject) => subject.records);
    const ids = leaves.map(({ id }) => id);
    // What stayed, or was not removed yet, is among the stored ones.
    const removed = await findRemoved(archiveStore.db, archiveStore.tenantId, ids);
    const taken: ArchivedLink[] = [];
    for (const record of records.filter(({ id }) => removed.has(id))) {
      const entry = entryOfRecord(record);
      const event = entry === null ? null : eventOfEntry(entry);
      if (entry !== null && event !== null && event.proof !== null)
        taken.push(...(await this.#link(entry, event, event.proof)));
    }
    await this.#saveLinks(archiveStore, taken);
  }

  async #link(
    entry: LogEntry,
    event: EntryEvent,
    proof: NonNullable<EntryEvent['proof']>,
  ): Promise<ArchivedLink[]> {
    const { guardId, deviceId, receivedAtMs } = event;
    const publicKey = this.#keys.get(`${proof.key} ${guardId} ${deviceId}`);
    if (publicKey === undefined) return [];
    const source = { table: entry.table, guardId, deviceId, receivedAtMs };
    return [{ key: proof.key, link: await linkOf({ ...event, entry, proof }, publicKey), source }];
  }

  async #saveLinks({ db, tenantId }: ArchiveStore, taken: readonly ArchivedLink[]): Promise<void> {
    const numbers = taken.map(({ key, link: { seq } }) => ({ key, seq }));
    for (const { key, seq } of await findRefusedNumbers(db, tenantId, numbers))
      this.#refused.add(`${key} ${seq}`);
    for (const each of taken) {
      const links = this.#links.get(each.key) ?? [];
      links.push(each);
      this.#links.set(each.key, links);
    }
  }
}

/** One of which the refusal is still stored stands by itself, so that it can be compared with that. */
function runsOf(links: readonly ArchivedLink[], refused: ReadonlySet<string>): LinkRun[] {
  const runs: LinkRun[] = [];
  const isAlone = ({ key, link }: ArchivedLink) => !link.isSigned || refused.has(`${key} ${link.seq}`);
  let before: ArchivedLink | null = null;
  for (const each of links.toSorted((a, b) => a.link.seq - b.link.seq)) {
    const { link, source } = each;
    const run = runs.at(-1);
    const isNext = before !== null && follows(link, before.link) && !isAlone(before) && !isAlone(each);
    if (run !== undefined && isNext) runs[runs.length - 1] = { ...run, last: link };
    else if (run?.last.hash !== link.hash) runs.push({ first: link, last: link, source });
    before = each;
  }
  return runs;
}

const follows = (link: ChainLink, before: ChainLink): boolean =>
  link.seq === before.seq + 1 && continues(link, before.hash);

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
  const stored = await findArchiveFiles(db, tenantId, ids);
  for (const archive of archives) {
    if (files === undefined) {
      read.differences.push(`${nameOf(archive)}: not read; it is not known where files lie`);
      continue;
    }
    const ofArchive = stored.filter(({ archiveId, kind }) => archiveId === archive.id && kind === 'rows');
    await readOne({ db, tenantId, files }, archive, ofArchive, read);
  }
  return read;
}

const nameOf = ({ id, monthMs }: Archive) =>
  `archive ${id} of ${new Date(monthMs).toISOString().slice(0, 7)}`;

async function readOne(
  archiveStore: ArchiveStore,
  archive: Archive,
  files: readonly ArchiveFile[],
  read: ArchivesRead,
): Promise<void> {
  try {
    for (const file of files)
      for await (const subjects of readSubjects(archiveStore, file)) await read.take(archiveStore, subjects);
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    read.differences.push(`${nameOf(archive)}: ${error.message}`);
  }
  read.endArchive();
}
