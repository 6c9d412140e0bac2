// Records that a server of before refused for a time that the phone's clock told: later servers take them (TRUTH-02).
import type { Entry, NewRecord } from './records.ts';

/** Whether a server of before refused it for its time, whatever else is right about it. */
export const isForItsTime = ({ code, message }: { readonly code: string; readonly message: string }) =>
  code === 'invalid' && /\b(?:sentAtMs|deviceAtMs): Must be a time /.test(message);

/** The report or call that it belongs to, without which the server refused it too. */
function belongsTo(entry: Entry): string | null {
  if (entry.kind === 'photo') return entry.incidentId;
  return entry.kind === 'sosPosition' || entry.kind === 'sosSafe' ? entry.sosId : null;
}

/** Of records that were refused those that are worth another try, as they wait for it. */
export function againWaiting<R extends NewRecord>(refused: readonly R[]): R[] {
  const forTime = refused.filter(({ refusal }) => refusal !== undefined && isForItsTime(refusal));
  const ids = new Set(forTime.map(({ id }) => id));
  const withoutThem = refused.filter(
    ({ entry, refusal }) => refusal?.code === 'notFound' && ids.has(belongsTo(entry) ?? ''),
  );
  return [...forTime, ...withoutThem].map(({ refusal: _refusal, isRead: _isRead, ...record }) => {
    return { ...record, state: 'waiting' } as R;
  });
}
