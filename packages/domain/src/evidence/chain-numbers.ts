// Whether the numbers that a phone gave its events are one chain, whatever order they arrived in.
import { type ChainLink, chainClockMs, chainStart, continues } from './device-chain.ts';

export type NumberFault =
  /** Numbers before this one are missing: their events never arrived, or were taken out. */
  | 'gap'
  /** Another event bears the same number, or it follows one that is not the one before it. */
  | 'fork'
  /** It claims to have happened before the one that its phone recorded before it. */
  | 'reordered';

export interface NumberBreak {
  readonly fault: NumberFault;
  readonly id: string;
  readonly seq: number;
  /** The last number that was there when it was taken; 0 for none. */
  readonly after: number;
}

/** Takes the events of one key by their numbers. Of one whose signature does not hold the number counts alone. */
export class ChainNumbers {
  readonly breaks: NumberBreak[] = [];
  #before: ChainLink | null = null;

  /**
   * Events that follow each other without a break: their first and last one stand for all of them. What comes afterwards
   * may bear a number of one in between.
   */
  takeRun(first: ChainLink, last: ChainLink): void {
    this.take(first);
    if (last.seq > (this.#before?.seq ?? 0)) this.#before = last;
  }

  take(link: ChainLink): void {
    const before = this.#before;
    // An event that was refused at first may be stored as well; and anybody may claim a number.
    if (before?.seq === link.seq && before.hash === link.hash) return;
    if (before !== null && link.seq <= before.seq && !link.isSigned) return;
    const fault = faultOf(link, before);
    if (fault !== null) {
      this.breaks.push({ fault, id: link.id, seq: link.seq, after: before?.seq ?? 0 });
    }
    if (link.seq >= (before?.seq ?? 0)) this.#before = link;
  }
}

function faultOf(link: ChainLink, before: ChainLink | null): NumberFault | null {
  const after = before?.seq ?? 0;
  if (link.seq > after + 1) return 'gap';
  if (!link.isSigned || before?.isSigned === false) return null;
  if (before === null) return link.previous === chainStart ? null : 'fork';
  if (link.seq <= after || !continues(link, before.hash)) return 'fork';
  return timeOf(link) < timeOf(before) - chainClockMs ? 'reordered' : null;
}

/** By the server's clock, as far as the phone's error is known. */
const timeOf = ({ deviceAtMs, clockSkewMs }: ChainLink) => deviceAtMs - (clockSkewMs ?? 0);
