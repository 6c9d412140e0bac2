import { describe, expect, it } from 'vitest';
import { Gatherer } from './gatherer.ts';

describe('a gatherer', () => {
  it('asks together what comes in one turn, and what comes meanwhile, and never joins a question under way', async () => {
    const rounds: string[][] = [];
    const finish: (() => void)[] = [];
    const gatherer = new Gatherer(async (questions: readonly string[]) => {
      rounds.push([...questions]);
      await new Promise<void>((resolve) => finish.push(resolve));
      return questions.map((question) => question.toUpperCase());
    });
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const ask = (questions: readonly string[]) => questions.map((question) => gatherer.ask(question));
    const first = ask(['a', 'b']);
    await nextTurn();
    expect(rounds).toEqual([['a', 'b']]);
    const second = ask(['c', 'a']);
    finish.shift()?.();
    await nextTurn();
    expect(rounds).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ]);
    finish.shift()?.();
    expect(await Promise.all([...first, ...second])).toEqual(['A', 'B', 'C', 'A']);
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
