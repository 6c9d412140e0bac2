// Keeps a board as it is in the field: looks when the stream says so, one look at a time, and says honestly since when
// it cannot. Holds the latest look alone, so that days of it take no more room than a minute.
import type { LiveBoard } from '@watchpost/contract/live-board';
import { boardLostAfterMs } from '@watchpost/domain/live-board';
import { type EventConnection, openEventConnection } from '../../lib/event-connection.ts';

export interface BoardSight {
  /** Null until the first look succeeded. */
  readonly board: LiveBoard | null;
  /** The server's clock minus this machine's, milliseconds. */
  readonly clockMs: number;
  /** Since when what is shown may be old, by this machine's clock; null while all is well. */
  readonly lostSinceMs: number | null;
  /** Why there is nothing to show at all. */
  readonly failure: Error | null;
}

export const nothingSeen: BoardSight = { board: null, clockMs: 0, lostSinceMs: null, failure: null };

interface Following {
  readonly look: (signal: AbortSignal) => Promise<LiveBoard>;
  readonly streamAddress: () => string;
  readonly onSight: (sight: BoardSight) => void;
}

/** Looks begin so far apart, however many changes are told of; hidden pages look less often, but still know of an SOS. */
const apartMs = 500;
const apartHiddenMs = 3_000;
const retryMs = 3_000;
/** A look that takes longer is given up and tried again. */
const lookMaxMs = 20_000;
const watchMs = 5_000;

export class FollowedBoard {
  readonly #following: Following;
  readonly #closing = new AbortController();
  readonly #connection: EventConnection;
  readonly #watch: number;
  #sight = nothingSeen;
  #lastSeenMs = Date.now();
  #timer = 0;
  #beganMs = 0;
  #isLooking = false;
  #isDue = false;
  #isBroken = false;

  constructor(following: Following) {
    this.#following = following;
    const noteActivity = () => this.#noteActivity();
    this.#connection = openEventConnection({
      address: following.streamAddress,
      events: { open: noteActivity, changed: noteActivity, beat: noteActivity },
      onBreak: this.#break,
    });
    this.#watch = window.setInterval(() => this.#lookAfter(), watchMs);
    window.addEventListener('offline', this.#break);
    document.addEventListener('visibilitychange', this.#wake);
    this.refresh();
  }

  /** Looks again, e.g. because of what was done here. */
  refresh(): void {
    this.#plan(0);
  }

  close(): void {
    this.#closing.abort();
    window.clearTimeout(this.#timer);
    window.clearInterval(this.#watch);
    window.removeEventListener('offline', this.#break);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#connection.close();
  }

  #show(part: Partial<BoardSight>): void {
    if (this.#closing.signal.aborted) return;
    this.#sight = { ...this.#sight, ...part };
    this.#following.onSight(this.#sight);
  }

  #lose(sinceMs: number): void {
    if (this.#sight.lostSinceMs === null) this.#show({ lostSinceMs: sinceMs });
  }

  readonly #break = () => {
    this.#isBroken = true;
    this.#lose(Date.now());
  };

  readonly #wake = () => {
    if (document.hidden) return;
    this.#connection.renew();
    this.refresh();
  };

  #noteActivity(): void {
    this.#lastSeenMs = Date.now();
    this.#isBroken = false;
    this.refresh();
  }

  /** Of a machine that slept, or of a network that went silently, no one tells. */
  #lookAfter(): void {
    if (Date.now() - this.#lastSeenMs < boardLostAfterMs) return;
    this.#isBroken = true;
    this.#lose(this.#lastSeenMs);
    this.#lastSeenMs = Date.now();
    this.#connection.renew();
  }

  #plan(atLeastMs: number): void {
    this.#isDue = true;
    if (this.#isLooking || this.#closing.signal.aborted) return;
    window.clearTimeout(this.#timer);
    const apart = document.hidden ? apartHiddenMs : apartMs;
    const waitMs = Math.max(atLeastMs, this.#beganMs + apart - Date.now(), 0);
    this.#timer = window.setTimeout(() => void this.#begin(), waitMs);
  }

  async #begin(): Promise<void> {
    this.#isLooking = true;
    this.#isDue = false;
    this.#beganMs = Date.now();
    const isSeen = await this.#look();
    this.#isLooking = false;
    if (!isSeen) this.#plan(retryMs);
    else if (this.#isDue) this.refresh();
  }

  async #look(): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(lookMaxMs)]);
      const board = await this.#following.look(signal);
      // A look without a stream is as good as its moment: of what happens next no one tells.
      const lostSinceMs = this.#isBroken ? (this.#sight.lostSinceMs ?? Date.now()) : null;
      this.#show({ board, clockMs: board.atMs - this.#beganMs, failure: null, lostSinceMs });
      return true;
    } catch (error) {
      this.#lose(this.#beganMs);
      const failure = error instanceof Error ? error : new Error(String(error));
      if (this.#sight.board === null) this.#show({ failure });
      return false;
    }
  }
}
