// The open SOS calls that the user may see, on every page: looked at whenever the stream says so, and by itself again and
// again, so that no broken stream, sleep or other tab keeps one back. Whatever one tab finds out the others take over.
import type { OpenSos } from '@watchpost/contract/sos';
import { sosLookMs } from '@watchpost/domain/sos';
import { ApiError } from '../../lib/api-error.ts';
import { onAppEvent } from '../../lib/app-events.ts';
import { changeOpenCalls, noOpenCalls, openCalls } from '../../lib/open-sos.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { askOpenSos } from './sos-bar.api.ts';

/** A look that takes longer is given up, and another begins. */
const lookMaxMs = 8_000;
const tickMs = 1_000;

let follower: Follower | null = null;

/** Looks at once, e.g. because of what was done here. */
export const lookAgain = (): void => follower?.look();

/** Follows the calls for the user until the returned function is called. */
export function followOpenCalls(userId: string): () => void {
  const made = new Follower(`watchpost sos ${currentTenant()} ${userId}`);
  follower = made;
  return () => {
    made.close();
    if (follower === made) follower = null;
    changeOpenCalls(noOpenCalls);
  };
}

class Follower {
  readonly #closing = new AbortController();
  readonly #channel: BroadcastChannel;
  readonly #timer: number;
  #isLooking = false;
  #isDue = false;
  /** When the last look ended, here or in another tab, by this machine's clock. */
  #lookedMs = 0;
  /** When what is shown was so, by the server's clock. */
  #atMs = 0;

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<OpenSos>) => {
      if (data.atMs > this.#atMs) this.#take(data, Date.now());
    });
    this.#timer = window.setInterval(() => this.#tick(), tickMs);
    const { signal } = this.#closing;
    const look = () => this.look();
    for (const back of ['online', 'offline', 'pageshow', 'focus'])
      window.addEventListener(back, look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    const leaves = [onAppEvent('sosChanged', look), onAppEvent('streamTurned', look)];
    signal.addEventListener('abort', () => {
      for (const release of leaves) release();
    });
    look();
  }

  /** One look at a time; one that is asked for during a look follows it. */
  look(): void {
    if (this.#isLooking) this.#isDue = true;
    else void this.#look();
  }

  close(): void {
    this.#closing.abort();
    window.clearInterval(this.#timer);
    this.#channel.close();
  }

  #tick(): void {
    const isUnwell = openCalls().lostSinceMs !== null || openCalls().slowSinceMs !== null;
    const everyMs = isUnwell ? sosLookMs.streamDown : sosLookMs.live;
    const sinceMs = Date.now() - this.#lookedMs;
    // A clock that was set back would else have the next look wait.
    if (!this.#isLooking && (sinceMs >= everyMs || sinceMs < 0)) this.look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#isDue = false;
    const beganMs = Date.now();
    try {
      const { signal } = this.#closing;
      const open = await askOpenSos(AbortSignal.any([signal, AbortSignal.timeout(lookMaxMs)]));
      if (signal.aborted) return;
      this.#take(open, beganMs);
      this.#channel.postMessage(open);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#miss(error, beganMs);
    } finally {
      this.#lookedMs = Date.now();
      this.#isLooking = false;
    }
    if (this.#isDue) this.look();
  }

  #take({ atMs, count, data }: OpenSos, beganMs: number): void {
    this.#atMs = atMs;
    this.#lookedMs = Date.now();
    changeOpenCalls({ calls: data, count, clockMs: atMs - beganMs, lostSinceMs: null });
  }

  /** A user who may see no calls is not one without a connection. */
  #miss(error: unknown, beganMs: number): void {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (isRefused) changeOpenCalls({ calls: [], count: 0, lostSinceMs: null });
    else changeOpenCalls({ lostSinceMs: openCalls().lostSinceMs ?? beganMs });
  }
}
