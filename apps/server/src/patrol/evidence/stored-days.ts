// The last published head of each log, beside the last sealed one and outside the database: an owner of the tables who
// deletes the newest published heads leaves a trace.
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import {
  nameTemporary,
  putSynced,
  readIfThere,
  syncFolder,
} from '../../platform/adapters/files/synced-files.ts';

const storedDay = z.object({
  tenantId: z.string(),
  /** Of UTC, as YYYY-MM-DD. */
  day: z.string(),
  no: z.int(),
  size: z.int(),
  root: z.string(),
});
export type StoredDay = z.output<typeof storedDay>;

export type FoundDay =
  | { readonly kind: 'stored'; readonly day: StoredDay }
  /** This folder knows of none that was published. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreadable' };

export class StoredDays {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(tenantId: string): Promise<FoundDay> {
    const text = await readIfThere(this.#fileOf(tenantId));
    if (text === null) return { kind: 'unknown' };
    const day = parseDay(text);
    return day?.tenantId === tenantId ? { kind: 'stored', day } : { kind: 'unreadable' };
  }

  /** One that was published, once it is committed. A later one that another process stored stays. */
  async store(day: StoredDay): Promise<void> {
    const found = await this.find(day.tenantId);
    if (found.kind === 'stored' && found.day.no > day.no) return;
    await this.#write(day);
  }

  /** Puts what a restored database has in place of what is stored, which stays beside it; null where it has none. */
  async replace(tenantId: string, day: StoredDay | null, atMs: number): Promise<void> {
    const stamp = new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');
    const file = this.#fileOf(tenantId);
    const found = await this.find(tenantId);
    if (found.kind === 'stored' && isSameDay(found.day, day)) return;
    if ((await nameTemporary(file, `${tenantId}.published.replaced-${stamp}.json`)) === null) return;
    if (day === null) await fs.rm(file, { force: true });
    else await this.#write(day);
  }

  async #write(day: StoredDay): Promise<void> {
    await fs.mkdir(this.#folder, { recursive: true });
    await putSynced(this.#fileOf(day.tenantId), JSON.stringify(day));
    await syncFolder(this.#folder);
  }

  #fileOf(tenantId: string): string {
    return path.join(this.#folder, `${tenantId}.published.json`);
  }
}

const isSameDay = (a: StoredDay, b: StoredDay | null): boolean =>
  a.day === b?.day && a.no === b.no && a.size === b.size && a.root === b.root;

function parseDay(text: string): StoredDay | null {
  try {
    return storedDay.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
