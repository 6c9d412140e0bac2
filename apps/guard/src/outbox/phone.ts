// What the screens show of the phone's database, read again whenever something in it changes.
import { useSyncExternalStore } from 'react';
import { restoreOffset } from '../lib/device-time.ts';
import { takeDateFormat } from '../lib/times.ts';
import { countRecords, openDatabase, readRecords, type Settings } from './database.ts';
import { onUpdate } from './outbox-updates.ts';
import type { OutboxRecord, Owner, Session, StoredPlan } from './records.ts';
import { type SenderState, senderState } from './sender.ts';
import { readSettings } from './sessions.ts';
import { noShift, type Shift } from './shift.ts';
import { phoneDiskSpace, type DiskSpace } from './disk-space.ts';

export interface Phone {
  readonly settings: Settings;
  /** Null while no one is signed in. */
  readonly session: Session | null;
  readonly plan: StoredPlan | null;
  readonly shift: Shift;
  readonly waiting: readonly OutboxRecord[];
  readonly refused: readonly OutboxRecord[];
  readonly sentCount: number;
  /** Records of guards who are not signed in now: those that are sent, and those that wait for a sign-in. */
  readonly others: { readonly sending: number; readonly stuck: number };
  readonly sender: SenderState;
  readonly diskSpace: DiskSpace;
}

let phone: Phone | null = null;
const listeners = new Set<() => void>();
let reading: Promise<void> | null = null;
let isStale = false;

async function countOthers(own: Owner | null): Promise<Phone['others']> {
  const sessions = await (await openDatabase()).getAll('sessions');
  const others = { sending: 0, stuck: 0 };
  for (const { owner, token } of sessions) {
    if (owner !== own) others[token === null ? 'stuck' : 'sending'] += await countRecords(owner, 'waiting');
  }
  return others;
}

async function read(): Promise<Phone> {
  const db = await openDatabase();
  const settings = await readSettings();
  const { owner } = settings;
  const session = owner === null ? null : ((await db.get('sessions', owner)) ?? null);
  const plan = owner === null ? null : ((await db.get('plans', owner)) ?? null);
  restoreOffset(plan?.offsetMs ?? null);
  takeDateFormat(plan?.dateFormat);
  return {
    settings,
    session,
    plan,
    shift: owner === null ? noShift : ((await db.get('shifts', owner)) ?? noShift),
    waiting: owner === null ? [] : await readRecords(owner, 'waiting'),
    refused: owner === null ? [] : await readRecords(owner, 'refused'),
    sentCount: owner === null ? 0 : await countRecords(owner, 'sent'),
    others: await countOthers(owner),
    sender: senderState(),
    diskSpace: await phoneDiskSpace(),
  };
}

/** Resolves when the screens know what is stored now. */
export function refreshPhone(): Promise<void> {
  isStale = true;
  reading ??= (async () => {
    while (isStale) {
      isStale = false;
      phone = await read();
    }
    for (const listener of listeners) listener();
  })().finally(() => {
    reading = null;
  });
  return reading;
}

const againMs = 1_000;
let again: ReturnType<typeof setTimeout> | null = null;

/**
 * Resolves when the screens know what is stored now, or the phone cannot be read: then they learn of it as soon as it can.
 * For what is on the disk already, which its reader must not say is not.
 */
export async function showPhone(): Promise<void> {
  try {
    await refreshPhone();
  } catch {
    again ??= setTimeout(() => {
      again = null;
      void showPhone();
    }, againMs);
  }
}

export function followPhone(): void {
  onUpdate(() => void showPhone());
}

/** Null until the database has been read. */
export const usePhone = (): Phone | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => phone,
  );

/** Receipts of records, as far as they came. */
export async function findRecord(id: string): Promise<OutboxRecord | null> {
  const found = await (await openDatabase()).getFromIndex('outbox', 'byId', id);
  return found?.seq === undefined ? null : { ...found, seq: found.seq };
}
