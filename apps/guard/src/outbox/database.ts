// The phone's own database, which outlives the browser, the phone's power and the app's updates (FIELD-02).
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Chain } from './chains.ts';
import type { NewRecord, OutboxRecord, OutboxState, Owner, Session, StoredPlan } from './records.ts';
import { againWaiting } from './refused-for-time.ts';
import type { Shift } from './shift.ts';
import type { ReportProof } from './statements.ts';

/** What a company's office has made of the phone, where it may not simply go on. */
export type Clearance =
  | { readonly kind: 'stopped' }
  /** What waits is handed over, then everything of the company is deleted. */
  | { readonly kind: 'clearing' }
  /** Records that were deleted before they had arrived, and whether the office knows. */
  | {
      readonly kind: 'cleared';
      readonly lost: number;
      readonly isTold: boolean;
      /** As it was signed before the keys were deleted; none of an app of before, and of a phone without keys. */
      readonly report?: SignedReport;
    };

/** What the phone reports of itself, and the proof by its keys. */
export interface SignedReport {
  readonly deviceId: string;
  readonly waiting: number;
  readonly appVersion?: string;
  readonly cleared?: { readonly lost: number };
  readonly proof?: ReportProof;
}

export interface Settings {
  /** Made once and kept: names the phone to the server. */
  readonly deviceId: string;
  /** Whose screen it is. */
  readonly owner: Owner | null;
  readonly company: string;
  readonly employeeId: string;
  /** By company. */
  readonly office?: Readonly<Record<string, Clearance>>;
  /** By company: the number of the last report that was signed. Goes on after a wipe, so that none is a repetition. */
  readonly reports?: Readonly<Record<string, number>>;
}

interface GuardSchema extends DBSchema {
  settings: { key: 'phone'; value: Settings };
  sessions: { key: Owner; value: Session };
  plans: { key: Owner; value: StoredPlan };
  shifts: { key: Owner; value: Shift };
  outbox: {
    key: number;
    value: NewRecord & { seq?: number };
    indexes: { byId: string; byState: [Owner, OutboxState] };
  };
  /** Of JPEGs. Bytes, since WebKit refuses files where it keeps nothing for long; phones that took theirs before hold files. */
  photos: { key: string; value: ArrayBuffer | Blob };
  /** By the key's id. Keys lie here as the browser keeps them: they can be used, and not be read. */
  chains: { key: string; value: Chain };
  /** By name, which begins with the owner. */
  drafts: { key: string; value: object };
}

export type GuardDb = IDBPDatabase<GuardSchema>;
type Change = IDBPTransaction<GuardSchema, StoreNames<GuardSchema>[], 'versionchange'>;

export const databaseName = 'watchpost-guard';

/** The step at index n leads from version n to n + 1. A released step is never changed: phones have taken it. */
const steps: readonly ((db: GuardDb, change: Change) => void)[] = [
  (db) => {
    db.createObjectStore('settings');
    db.createObjectStore('sessions', { keyPath: 'owner' });
    db.createObjectStore('plans');
    db.createObjectStore('shifts');
    db.createObjectStore('photos');
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    outbox.createIndex('byId', 'id', { unique: true });
  },
  (_db, change) => {
    change.objectStore('outbox').createIndex('byState', ['owner', 'state']);
  },
  (db) => {
    db.createObjectStore('chains', { keyPath: 'key' });
  },
  (db) => {
    db.createObjectStore('drafts');
  },
  (_db, change) => {
    // Whatever goes wrong with it, the app opens, and what was refused stays so.
    tryAgain(change).catch(() => {});
  },
];

async function tryAgain(change: Change): Promise<void> {
  const outbox = change.objectStore('outbox');
  const refused = (await outbox.getAll()).filter(({ state }) => state === 'refused');
  for (const record of againWaiting(refused)) await outbox.put(record);
}

let opened: Promise<GuardDb> | null = null;

/** The database in its newest shape, whichever it was left in. */
export async function openDatabase(): Promise<GuardDb> {
  const known = openOnce();
  const db = await known;
  if (isOpen(db)) return db;
  if (opened === known) opened = null;
  return openOnce();
}

/** Phones close it under an app in the background, and WebKit may say so only when it is used. */
function isOpen(db: GuardDb): boolean {
  try {
    db.transaction('settings').done.catch(() => {});
    return true;
  } catch {
    return false;
  }
}

function openOnce(): Promise<GuardDb> {
  opened ??= openDB<GuardSchema>(databaseName, steps.length, {
    upgrade: (db, from, _to, change) => {
      for (const step of steps.slice(from)) step(db, change);
    },
    // A newer app in another tab must not wait for this one.
    blocking: (_from, _to, event) => {
      opened = null;
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: () => {
      opened = null;
    },
  }).then(
    (db) => {
      wasOpen = true;
      return db;
    },
    (error: unknown) => {
      opened = null;
      makeWay(error);
      throw error;
    },
  );
  return opened;
}

let wasOpen = false;

/** A newer app in another tab has changed the database: this page would keep nothing more. All that is kept outlives the loading again. */
function makeWay(error: unknown): void {
  const isNewer = error instanceof DOMException && error.name === 'VersionError';
  if (isNewer && wasOpen && typeof window !== 'undefined') window.location.reload();
}

const stores = ['settings', 'sessions', 'plans', 'shifts', 'outbox', 'photos', 'chains', 'drafts'] as const;
export type WriteTransaction = IDBPTransaction<GuardSchema, typeof stores, 'readwrite'>;

/**
 * Changes that are on the disk when the promise resolves, all or none of them: the browser is asked to wait for the disk
 * itself, so that a phone that dies right after still has them. Throws what the work throws, and QuotaExceededError.
 */
export async function write<T>(work: (change: WriteTransaction) => Promise<T>): Promise<T> {
  const db = await openDatabase();
  const change = db.transaction(stores, 'readwrite', { durability: 'strict' });
  try {
    const result = await work(change);
    await change.done;
    return result;
  } catch (error) {
    change.done.catch(() => {});
    try {
      change.abort();
    } catch {
      // It has ended by itself, with the error.
    }
    throw error;
  }
}

export async function readRecords(owner: Owner, state: OutboxState): Promise<OutboxRecord[]> {
  const db = await openDatabase();
  const found = await db.getAllFromIndex('outbox', 'byState', [owner, state]);
  return found.flatMap((record) => (record.seq === undefined ? [] : [{ ...record, seq: record.seq }]));
}

/** A picture to show or send; null once it was sent. */
export async function findPhoto(id: string): Promise<Blob | null> {
  const stored = await (await openDatabase()).get('photos', id);
  return stored === undefined ? null : new Blob([stored], { type: 'image/jpeg' });
}

export async function countRecords(owner: Owner, state: OutboxState): Promise<number> {
  return (await openDatabase()).countFromIndex('outbox', 'byState', [owner, state]);
}
