// The times that are sent with records: the phone's clock as it sends, and how long ago each was (TRUTH-02).
import { listFieldDueRounds } from '@watchpost/contract/field-due-rounds';
import { type DeviceTime, deviceTime, setServerTime } from '../lib/device-time.ts';
import { isAgeOpen, recordAgeMs } from '../lib/record-age.ts';
import { ask } from '../lib/server.ts';
import type { Entry, OutboxRecord, Session } from './records.ts';

/** By the phone's clock, when it happened; null for what has no time of its own. */
function deviceAtMsOf(entry: Entry): number | null {
  switch (entry.kind) {
    case 'event':
      return entry.event.deviceAtMs;
    case 'incident':
      return entry.incident.deviceAtMs;
    case 'photo':
      return null;
    case 'sos':
      return entry.sos.deviceAtMs;
    case 'sosPosition':
      return entry.position.deviceAtMs;
    case 'sosSafe':
      return entry.safe.deviceAtMs;
  }
}

/** A code is read before the place is known and the scan recorded; nothing takes longer than this to be. */
const recordingMaxMs = 10 * 60_000;

function ageOf({ entry, time }: OutboxRecord, now: DeviceTime): number | null {
  const deviceAtMs = deviceAtMsOf(entry);
  const age = deviceAtMs === null ? null : recordAgeMs(time, now);
  if (age === null || deviceAtMs === null) return null;
  const beforeMs = time.wallMs - deviceAtMs;
  return Math.round(age + (beforeMs > 0 && beforeMs <= recordingMaxMs ? beforeMs : 0));
}

/** Beside one record in its upload; empty where the phone's clock says it all. */
export function ageSent(record: OutboxRecord, now: DeviceTime): { readonly ageMs?: number } {
  const age = ageOf(record, now);
  return age === null ? {} : { ageMs: age };
}

/** The like of several, by id. */
export function agesSent(
  records: readonly OutboxRecord[],
  now: DeviceTime,
): { readonly agesMs?: Readonly<Record<string, number>> } {
  const ages = records.flatMap((record) => {
    const age = ageOf(record, now);
    return age === null ? [] : [[record.id, age] as const];
  });
  return ages.length === 0 ? {} : { agesMs: Object.fromEntries(ages) };
}

/** Asks for the server's time where that tells how old the records are; what does not come holds nothing up. */
export async function takeServerTime(
  { company }: Session,
  token: string,
  records: readonly OutboxRecord[],
): Promise<void> {
  const now = deviceTime();
  if (!records.some(({ time }) => isAgeOpen(time, now))) return;
  const outcome = await ask(listFieldDueRounds, { company, token });
  if (outcome.kind === 'done') {
    setServerTime(outcome.reply.serverTimeMs, outcome.asked, outcome.answered);
  }
}
