import type { Answer } from '../asking.ts';

export interface Rate {
  readonly seconds: number;
  readonly perSecond: number;
  /** Most that may be under way. */
  readonly atOnce: number;
  readonly ask: (turn: number) => Promise<Answer>;
}

export interface TakenTurn extends Answer {
  readonly turn: number;
}

const tickMs = 10;

/** Asks at the rate however long the answers take; what would have been one too many under way is left unsent. */
export async function askAtRate({ seconds, perSecond, atOnce, ask }: Rate) {
  const answers: TakenTurn[] = [];
  const waiting = new Set<Promise<void>>();
  const beganAt = performance.now();
  let turn = 0;
  let unsent = 0;
  const send = () => {
    const own = turn;
    const one = ask(own).then((answer) => {
      answers.push({ ...answer, text: answer.status === 0 ? answer.text : '', turn: own });
      waiting.delete(one);
    });
    waiting.add(one);
  };
  await new Promise<void>((resolve) => {
    const ticking = setInterval(() => {
      const elapsed = Math.min(seconds, (performance.now() - beganAt) / 1_000);
      for (; turn < elapsed * perSecond; turn += 1) {
        if (waiting.size < atOnce) send();
        else unsent += 1;
      }
      if (elapsed < seconds) return;
      clearInterval(ticking);
      resolve();
    }, tickMs);
  });
  await Promise.all(waiting);
  return { answers, unsent };
}
