// Writes the archive of a month, and reads it back before anything is removed.
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { makeEvidenceFile } from '../../patrol/evidence/evidence-file.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { checkArchive } from './check-archive.ts';
import { packLines } from './archive-lines.ts';
import {
  deleteFilesFrom,
  deletePiecesFrom,
  fileKey,
  inPieces,
  writePieces,
  type WrittenPieces,
} from './archive-pieces.ts';
import {
  type ArchivedSubject,
  findArrivedSince,
  findContents,
  findBlocked,
  findSubjects,
  type SubjectKind,
  type SubjectPosition,
} from './archive-rows.queries.ts';
import {
  type Archive,
  type ArchiveFile,
  deleteArchive,
  findArchiveFiles,
  forgetFiles,
  insertArchiveFile,
  markVerified,
  renewLease,
  type Lease,
} from './archives.queries.ts';

type Db = Parameters<typeof findSubjects>[0];

export interface ArchiveWork {
  readonly db: Db;
  readonly tenantId: string;
  readonly files: FileStore;
  readonly sealing: Sealing;
  /** As of now. */
  readonly lease: () => Lease;
  /** When it aborts the work ends between two portions; the next time goes on with it. */
  readonly stopping?: AbortSignal | undefined;
}

/** Read at once. */
const subjectsAtOnce = 250;
/** Of one evidence file, which a page has to be able to check, and of the rows beside it. */
const subjectsOfPart = 20_000;

/** After every subject of its millisecond. */
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Archives what may go of the month: nothing that arrived since what is kept begins, whatever a phone's clock said of it.
 * False, and the archive gone, where nothing may.
 */
export async function writeArchive(
  work: ArchiveWork,
  archive: Archive,
  retainedFromMs: number,
): Promise<boolean> {
  const { db, tenantId, lease } = work;
  await forgetFiles(db, tenantId, archive.id);
  const writer = new PartWriter(work, archive, retainedFromMs);
  for (const kind of ['rounds', 'due'] as const) await writer.write(kind);
  const { subjects, rounds, held } = writer;
  // Of an interrupted writing, when more could go than now; never those of somebody who has taken it up in the meantime.
  await renewLease(db, tenantId, archive.id, lease());
  await deleteFilesFrom(work.files, tenantId, archive.id, writer.nextNo);
  if (subjects === 0) {
    await deleteArchive(db, tenantId, archive.id);
    return false;
  }
  await checkArchive(work, archive.id);
  await markVerified(db, tenantId, { id: archive.id, rounds, held }, lease());
  return true;
}

/** Of one that was not verified: nothing of it was removed. */
export async function discardArchive({ db, tenantId, files }: ArchiveWork, { id }: Archive): Promise<void> {
  const listed = await findArchiveFiles(db, tenantId, [id]);
  await deleteFilesFrom(files, tenantId, id, listed.length);
  for (const { no } of listed.toReversed()) await deletePiecesFrom(files, fileKey(tenantId, id, no), 0);
  await deleteArchive(db, tenantId, id);
}

class PartWriter {
  subjects = 0;
  rounds = 0;
  held = 0;
  /** Of the next file, and how many there are. */
  nextNo = 0;
  readonly #work: ArchiveWork;
  readonly #archive: Archive;
  readonly #retainedFromMs: number;

  constructor(work: ArchiveWork, archive: Archive, retainedFromMs: number) {
    this.#work = work;
    this.#archive = archive;
    this.#retainedFromMs = retainedFromMs;
  }

  async write(kind: SubjectKind): Promise<void> {
    let position: SubjectPosition | null = { kind, atMs: this.#archive.monthMs - 1, id: last };
    while (position !== null) {
      const part = new Part(this.#work, this.#archive, position, this.#retainedFromMs);
      const written = await this.#put('rows', packLines(part.read()), 'application/gzip');
      position = part.next;
      this.held += part.held;
      this.subjects += part.ids.length;
      if (part.ids.length === 0) continue;
      await this.#save('rows', written, part.ids.length);
      if (kind === 'rounds') await this.#prove(part.ids);
    }
  }

  async #prove(ids: readonly string[]): Promise<void> {
    const { db, tenantId, sealing } = this.#work;
    const about = {
      kind: 'report',
      asked: { month: new Date(this.#archive.monthMs).toISOString().slice(0, 7), timeZone: 'UTC' },
    } as const;
    const related = { incidents: true, calls: true };
    const scope = { db, tenantId, siteId: null };
    const { chunks } = await makeEvidenceFile(scope, { about, rounds: [ids], related }, sealing);
    const written = await this.#put('evidence', inPieces(chunks), 'application/jsonl');
    await this.#save('evidence', written, ids.length);
    this.rounds += ids.length;
  }

  async #put(kind: ArchiveFile['kind'], parts: AsyncIterable<Uint8Array>, mediaType: string) {
    const { files, tenantId, db, lease } = this.#work;
    const key = fileKey(tenantId, this.#archive.id, this.nextNo);
    const written = await writePieces(files, key, parts, mediaType);
    // One without anything is no part: what lies there is left for the end, as others may lie behind it.
    if (written.pieces > 0) await deletePiecesFrom(files, key, written.pieces);
    await renewLease(db, tenantId, this.#archive.id, lease());
    return { ...written, kind };
  }

  async #save(kind: ArchiveFile['kind'], written: WrittenPieces, rounds: number): Promise<void> {
    const { db, tenantId } = this.#work;
    const { pieces, bytes, sha256 } = written;
    const archiveId = this.#archive.id;
    await insertArchiveFile(db, tenantId, {
      archiveId,
      no: this.nextNo,
      kind,
      pieces,
      bytes,
      sha256,
      rounds,
    });
    this.nextNo += 1;
  }
}

/** So many subjects from a place on, but for those that stay. */
class Part {
  readonly ids: string[] = [];
  held = 0;
  /** Where the next part begins; null at the month's end. */
  next: SubjectPosition | null;
  readonly #work: ArchiveWork;
  readonly #archive: Archive;
  readonly #retainedFromMs: number;

  constructor(work: ArchiveWork, archive: Archive, from: SubjectPosition, retainedFromMs: number) {
    this.#work = work;
    this.#archive = archive;
    this.#retainedFromMs = retainedFromMs;
    this.next = from;
  }

  async *read(): AsyncGenerator<ArchivedSubject> {
    const { db, tenantId, lease } = this.#work;
    const { id, untilMs } = this.#archive;
    while (this.next !== null && this.ids.length < subjectsOfPart) {
      const found: SubjectPosition[] = await findSubjects(db, tenantId, this.next, untilMs, subjectsAtOnce);
      this.next = found.length < subjectsAtOnce ? null : (found.at(-1) ?? null);
      const ids = found.map((subject) => subject.id);
      const late = await findArrivedSince(db, tenantId, ids, this.#retainedFromMs);
      const old = ids.filter((each) => !late.has(each));
      const blocked = await findBlocked(db, tenantId, old);
      const going = old.filter((each) => !blocked.has(each));
      this.held += blocked.size;
      this.ids.push(...going);
      yield* await findContents(db, tenantId, going);
      await renewLease(db, tenantId, id, lease());
    }
  }
}
