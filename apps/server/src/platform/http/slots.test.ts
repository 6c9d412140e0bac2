import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

function works(slots: Slots) {
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const ask = (name: string, size?: number) =>
    slots.while(async () => {
      started.push(name);
      await new Promise<void>((resolve) => end.set(name, resolve));
      if (name === 'failing') throw new Error(name);
    }, size);
  return { started, ask, end: async (name: string) => (end.get(name)?.(), await turn()) };
}

it('so many run at once, and the rest in the order of asking, also after one that failed', async () => {
  const { started, ask, end } = works(new Slots(2));
  const failed = ask('failing').catch((error: Error) => error.message);
  const others = ['second', 'third', 'fourth'].map((name) => ask(name));
  expect(started).toEqual(['failing', 'second']);
  await end('failing');
  expect(started).toEqual(['failing', 'second', 'third']);
  for (const name of ['second', 'third', 'fourth']) await end(name);
  await Promise.all(others);
  expect(await failed).toBe('failing');
});

it('one that takes all places waits for all of them, and is not passed by', async () => {
  const { started, ask, end } = works(new Slots(2));
  const all = [ask('small'), ask('large', 2), ask('late')];
  expect(started).toEqual(['small']);
  await end('small');
  expect(started).toEqual(['small', 'large']);
  await end('large');
  expect(started).toEqual(['small', 'large', 'late']);
  await end('late');
  await Promise.all(all);
});
