// Photos give way to what is recorded while they are sent, and get their turn all the same (FIELD-02).
import { onUpdate } from './outbox-updates.ts';

/** Given way for so long, photos go on beside what is recorded; only calls for help still stop them. */
const patienceMs = 30_000;

let gaveWaySinceMs: number | null = null;

/** None waits any more. */
export function forgetPatience(): void {
  gaveWaySinceMs = null;
}

/**
 * Sends a photo until the signal, which says that it is to begin again after what was recorded in the meantime, in whichever tab. Once
 * it has its turn, `sendBeside` sends that while the photo goes on.
 */
export async function sendYielding<Sent>(
  send: (yielding: AbortSignal) => Promise<Sent>,
  sendAlongside: () => Promise<void>,
): Promise<Sent> {
  const yielding = new AbortController();
  let alongside = Promise.resolve();
  const forget = onUpdate((update) => {
    if (update !== 'recorded' && update !== 'called') return;
    const nowMs = performance.now();
    gaveWaySinceMs ??= nowMs;
    const isPatienceOver = nowMs - gaveWaySinceMs >= patienceMs;
    if (update === 'recorded' && isPatienceOver) alongside = alongside.then(sendAlongside).catch(() => {});
    else yielding.abort();
  });
  try {
    return await send(yielding.signal);
  } finally {
    forget();
    await alongside;
  }
}
