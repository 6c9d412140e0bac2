// Photos give way to what is recorded while they are sent, and get their turn all the same (FIELD-02).
import { onNews } from './news.ts';

/** Given way for so long, photos go on beside what is recorded; only calls for help still stop them. */
const patienceMs = 30_000;

let gaveWaySinceMs: number | null = null;

/** None waits any more. */
export function endTurns(): void {
  gaveWaySinceMs = null;
}

/**
 * Sends a photo until the signal, which says that it is to begin again after what was recorded in the meantime, in whichever tab. Once
 * it has its turn, `sendBeside` sends that while the photo goes on.
 */
export async function sendInTurn<Sent>(
  send: (giveWay: AbortSignal) => Promise<Sent>,
  sendBeside: () => Promise<void>,
): Promise<Sent> {
  const giveWay = new AbortController();
  let beside = Promise.resolve();
  const forget = onNews((news) => {
    if (news !== 'recorded' && news !== 'called') return;
    const nowMs = performance.now();
    gaveWaySinceMs ??= nowMs;
    const hasTurn = nowMs - gaveWaySinceMs >= patienceMs;
    if (news === 'recorded' && hasTurn) beside = beside.then(sendBeside).catch(() => {});
    else giveWay.abort();
  });
  try {
    return await send(giveWay.signal);
  } finally {
    forget();
    await beside;
  }
}
