// The last day of the demo company is evidence: its phones signed it, and the log seals it at the first minute. What came
// before was brought in, as any company's past is, and no log saw it.
import { emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { type EntryEvent, eventOfEntry } from '@watchpost/domain/evidence/log-entry';
import { keyAlgorithm, keyIdOf, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import type { Db } from '../platform/db/database.ts';
import {
  awaitSealing,
  findSent,
  insertKeys,
  storeProofs,
  type PhoneKey,
  type SignedRecord,
} from './demo-evidence.queries.ts';

const sealedMs = 86_400_000;
/** A guard signs in before the first scan. */
const enrolledBeforeMs = 60_000;

interface SentEvent extends EntryEvent {
  readonly table: string;
}

/** What one guard sent with one phone. */
interface Phone {
  readonly guardId: string;
  readonly deviceId: string;
  readonly sent: SentEvent[];
}

/** To be called when nothing of the past changes any more. */
export async function insertEvidence(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const sent = await findSent(db, tenantId, nowMs - sealedMs);
  const phones = new Map<string, Phone>();
  for (const entry of sent) {
    const event = eventOfEntry(entry);
    if (event === null) continue;
    const { guardId, deviceId } = event;
    const phone = phones.get(`${guardId} ${deviceId}`) ?? { guardId, deviceId, sent: [] };
    phone.sent.push({ ...event, table: entry.table });
    phones.set(`${guardId} ${deviceId}`, phone);
  }
  const signed = await Promise.all([...phones.values()].map(signAll));
  await storeProofs(
    db,
    tenantId,
    signed.flatMap(({ records }) => records),
  );
  await insertKeys(
    db,
    tenantId,
    signed.map(({ key }) => key),
  );
  await awaitSealing(db, tenantId, sent);
}

/** Signed in the order in which it happened, with a key that no one has afterwards. */
async function signAll(phone: Phone): Promise<{ key: PhoneKey; records: SignedRecord[] }> {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const records: SignedRecord[] = [];
  let end = emptyChain;
  for (const { table, event } of phone.sent.toSorted((a, b) => a.event.deviceAtMs - b.event.deviceAtMs)) {
    const made = await signEvent(keys, event, end);
    end = made.end;
    records.push({ table, id: event.id, proof: made.proof });
  }
  const enrolledAtMs = Math.min(...phone.sent.map(happenedMs)) - enrolledBeforeMs;
  const { guardId, deviceId } = phone;
  return { key: { key: keyIdOf(publicKey), publicKey, guardId, deviceId, enrolledAtMs }, records };
}

/** By the server's clock. */
const happenedMs = ({ event, clockSkewMs }: SentEvent): number => event.deviceAtMs - (clockSkewMs ?? 0);
