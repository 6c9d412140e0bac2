// What a phone recorded and what the product stored of it, side by side (FIELD-02).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext, Page } from '@playwright/test';
import type { IncidentDetails } from '@watchpost/contract/incidents';
import type { getScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import type { ReplyOf } from '@watchpost/contract/endpoint';
import { expect, password, superAdmin } from './journey.ts';

export interface PhoneRecord {
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'refused';
  readonly flags?: readonly string[];
  readonly entry: {
    readonly kind: string;
    readonly incidentId?: string;
    readonly event?: {
      readonly kind: string;
      readonly roundId?: string;
      readonly method?: string;
      readonly code?: string;
      readonly dwellMs?: number;
      readonly proof?: { readonly key: string; readonly seq: number; readonly previous: string };
    };
  };
}

/** All that the phone holds in one of its stores. */
export function phoneRows<Row>(page: Page, store: 'outbox' | 'sessions' | 'drafts'): Promise<Row[]> {
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open('watchpost-guard');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const db = opening.result;
          const all = db.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            db.close();
            resolve(all.result);
          };
        };
      }),
    store,
  );
}

/** Everything in the phone's outbox, in the order of writing. */
export const phoneRecords = (page: Page) => phoneRows<PhoneRecord>(page, 'outbox');

export const kindOf = ({ entry }: PhoneRecord): string => entry.event?.kind ?? entry.kind;

/** Of the first record of that kind; empty where there is none. */
export const idOf = async (page: Page, kind: string): Promise<string> =>
  (await phoneRecords(page)).find((record) => kindOf(record) === kind)?.id ?? '';

/** Compares each round, report and photo of the phone with the product's: none lost, none doubled. */
export async function expectAllStored(page: Page, request: APIRequestContext): Promise<PhoneRecord[]> {
  const records = await phoneRecords(page);
  expect(records.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  const read = await adminOf(request);
  for (const { id } of records.filter((record) => kindOf(record) === 'roundStarted')) {
    const own = records.filter(({ entry }) => entry.event?.roundId === id);
    const scans = own.filter((record) => kindOf(record) === 'checkpointScanned');
    const stored = await read<ReplyOf<typeof getScannedCheckpoints>>(`/secure/scanned-checkpoints/${id}`);
    const found = stored.points.flatMap(({ scan }) => (scan === null ? [] : [scan, ...scan.repeats]));
    expect(found.map((scan) => scan.id).toSorted()).toEqual(scans.map((scan) => scan.id).toSorted());
    const isEnded = own.some((record) => kindOf(record) === 'roundEnded');
    expect(stored.round.scannedEndTime !== null).toBe(isEnded);
  }
  for (const { id } of records.filter(({ entry }) => entry.kind === 'incident')) {
    const photos = records.filter(({ entry }) => entry.kind === 'photo' && entry.incidentId === id);
    const stored = await read<IncidentDetails>(`/secure/incidents/${id}`);
    expect(stored.photos.length).toBe(photos.length);
  }
  return records;
}

/**
 * Every event of the phone is signed, in one chain without gaps and forks, and the product's own check finds nothing
 * wrong with any phone, with what it sent and with what was stored of it.
 */
export async function expectChain(records: readonly PhoneRecord[]): Promise<void> {
  const events = records.filter(({ entry }) => entry.event !== undefined);
  const proofs = events.flatMap(({ entry }) => entry.event?.proof ?? []);
  expect(new Set(proofs.map(({ key }) => key)).size).toBe(1);
  expect(proofs.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(new Set(proofs.map(({ previous }) => previous)).size).toBe(events.length);
  const doubts = events.flatMap(({ flags = [] }) => flags);
  expect(doubts.filter((flag) => flag === 'unsigned' || flag === 'badSignature')).toEqual([]);
  const command = ['--import', 'tsx', 'apps/server/src/commands/verify.ts'];
  const check = await promisify(execFile)(process.execPath, command).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(check.stdout + check.stderr).toContain('Everything agrees.');
}

async function adminOf(request: APIRequestContext) {
  const entry = await request.post('/api/demo/user-signin', {
    data: { username: superAdmin, password, wantsToken: true },
  });
  const { accessToken } = await entry.json();
  return async <Reply>(path: string): Promise<Reply> => {
    const reply = await request.get(`/api/demo${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(reply.status(), path).toBe(200);
    return reply.json();
  };
}
