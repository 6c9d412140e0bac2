import { describe, expect, it } from 'vitest';
import { Gatherer } from './gatherer.ts';

describe('a gatherer', () => {
  it('asks alone what comes first and together what comes meanwhile, and never joins a question under way', async () => {
    const rounds: string[][] = [];
    const finish: (() => void)[] = [];
    const gatherer = new Gatherer(async (questions: readonly string[]) => {
      rounds.push([...questions]);
      await new Promise<void>((resolve) => finish.push(resolve));
      return questions.map((question) => question.toUpperCase());
    });
    const answers = Promise.all(['a', 'b', 'a'].map((question) => gatherer.ask(question)));
    expect(rounds).toEqual([['a']]);
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds).toEqual([['a'], ['b', 'a']]);
    finish.shift()?.();
    expect(await answers).toEqual(['A', 'B', 'A']);
  });

  it('hands a failure to everybody who asked, and answers the next', async () => {
    let isAway = true;
    const gatherer = new Gatherer(async (questions: readonly number[]) => {
      if (isAway) throw new Error('away');
      return questions;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((question) => gatherer.ask(question)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(outcomes.map(() => 'rejected'));
    isAway = false;
    expect(await gatherer.ask(4)).toBe(4);
  });
});
