// The last sealed head of each log, in a folder outside the database: an owner of the tables cannot rewrite it with them.
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseSavedHead } from '@watchpost/domain/evidence/evidence-file';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import {
  isCode,
  nameTemporary,
  putSynced,
  readIfThere,
  syncFolder,
  writeSynced,
} from '../../platform/adapters/files/synced-files.ts';

export const storedHeadsFolder = (dataDir: string): string => path.join(dataDir, 'sealed-heads');

export type StoredHead =
  | { readonly kind: 'stored'; readonly head: SignedHead }
  /** This folder has never had a head of that log. */
  | { readonly kind: 'unknown' }
  /** It had one, which was deleted. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' };

/** Beside the heads: every tenant that ever had one, a line each. So a deleted file is not taken for a new tenant's. */
const knownFile = 'tenants';
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class StoredHeads {
  readonly #folder: string;
  readonly #heads = new Map<string, SignedHead>();
  /** Tenants whose newest head could not be written; the process remembers it. */
  readonly #unwritten = new Set<string>();
  /** Tenants that are noted as known. */
  readonly #noted = new Set<string>();
  #writing: Promise<unknown> = Promise.resolve();

  /** The folder is made with the first head. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** As this process knows it. Another process may have stored a newer one in the same folder, or an operator another. */
  async find(tenantId: string): Promise<StoredHead> {
    const head = this.#heads.get(tenantId);
    return head === undefined ? this.readAgain(tenantId) : { kind: 'stored', head };
  }

  /** As the folder has it now; but a head that could not be written stands until it can be. */
  async readAgain(tenantId: string): Promise<StoredHead> {
    if (this.#unwritten.has(tenantId)) return this.find(tenantId);
    const before = this.#heads.get(tenantId);
    const found = await this.#read(tenantId);
    // A newer one may have been put in place while the folder was read.
    if (this.#unwritten.has(tenantId) || this.#heads.get(tenantId) !== before) return this.find(tenantId);
    if (found.kind === 'stored') this.#heads.set(tenantId, found.head);
    else this.#heads.delete(tenantId);
    return found;
  }

  /** Whether exactly this head is stored. */
  async isStored(head: SignedHead): Promise<boolean> {
    if (this.#unwritten.has(head.logId)) return false;
    const found = await this.find(head.logId);
    return found.kind === 'stored' && isSameHead(found.head, head);
  }

  /**
   * Stores a committed head that was found to have grown out of the stored one; what another process stored of a longer
   * log stays. Resolves once it is on the disk. When it cannot be written, this process goes by it all the same.
   */
  async store(head: SignedHead): Promise<void> {
    if (await this.isStored(head)) return;
    await this.#inTurn(async () => {
      const { logId } = head;
      const found = await this.find(logId);
      if (found.kind === 'stored' && found.head.size > head.size) return;
      this.#heads.set(logId, head);
      this.#unwritten.add(logId);
      const onDisk = await this.#read(logId);
      if (onDisk.kind !== 'stored' || onDisk.head.size <= head.size) await this.#write(head);
      this.#unwritten.delete(logId);
    });
  }

  /**
   * Puts a head in place of the stored one, whatever that says, as an operator accepts it; null for a log that is to begin.
   * The one of before stays beside it; its file name, null where there was none.
   */
  async replace(tenantId: string, head: SignedHead | null, atMs: number): Promise<string | null> {
    return this.#inTurn(async () => {
      const stamp = new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');
      const aside = await nameTemporary(this.#fileOf(tenantId), `${tenantId}.replaced-${stamp}.json`);
      this.#unwritten.delete(tenantId);
      if (head === null) {
        this.#heads.delete(tenantId);
        await this.#forget(tenantId);
      } else {
        await this.#write(head);
        this.#heads.set(tenantId, head);
      }
      return aside;
    });
  }

  async #forget(tenantId: string): Promise<void> {
    const others = [...(await this.tenantIds())].filter((id) => id !== tenantId);
    this.#noted.delete(tenantId);
    const file = path.join(this.#folder, knownFile);
    if ((await readIfThere(file)) !== null) await putSynced(file, others.map((id) => `${id}\n`).join(''));
    await fs.rm(this.#fileOf(tenantId), { force: true });
  }

  /** Every tenant that this folder has or had a head of. */
  async tenantIds(): Promise<ReadonlySet<string>> {
    try {
      const noted = await readIfThere(path.join(this.#folder, knownFile));
      const files = await fs.readdir(this.#folder);
      const ids = [...(noted ?? '').split('\n'), ...files.map((name) => name.replace(/\.json$/, ''))];
      return new Set(ids.filter((id) => idPattern.test(id)));
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR')) return new Set();
      throw error;
    }
  }

  #fileOf(tenantId: string): string {
    return path.join(this.#folder, `${tenantId}.json`);
  }

  async #read(tenantId: string): Promise<StoredHead> {
    const text = await readIfThere(this.#fileOf(tenantId));
    if (text === null) return { kind: (await this.tenantIds()).has(tenantId) ? 'missing' : 'unknown' };
    const head = parseSavedHead(text);
    return head?.logId === tenantId ? { kind: 'stored', head } : { kind: 'unreadable' };
  }

  async #write(head: SignedHead): Promise<void> {
    await fs.mkdir(this.#folder, { recursive: true });
    await putSynced(this.#fileOf(head.logId), JSON.stringify(head));
    // After the head: a tenant that is noted here without one is said to have lost it.
    await this.#note(head.logId);
    await syncFolder(this.#folder);
  }

  async #note(tenantId: string): Promise<void> {
    if (this.#noted.has(tenantId)) return;
    const file = path.join(this.#folder, knownFile);
    const text = (await readIfThere(file)) ?? '';
    // A line that a crash cut short is ended first.
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    if (!text.split('\n').includes(tenantId)) await writeSynced(file, 'a', `${end}${tenantId}\n`);
    this.#noted.add(tenantId);
  }

  /** One change of the folder after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => {});
    return done;
  }
}

/** One head and not another about the same records: its time and its signature are the same, too. */
export const isSameHead = (a: SignedHead, b: SignedHead): boolean =>
  a.size === b.size &&
  a.root === b.root &&
  a.atMs === b.atMs &&
  a.key === b.key &&
  a.signature === b.signature;
