import { describe, expect, test } from 'vitest';
import { createToastStore, TOAST_LIMIT } from './toast-store.ts';

const texts = (store: ReturnType<typeof createToastStore>) => store.list().map((toast) => toast.text);

describe('toasts', () => {
  test('at most three are shown: the oldest gives way', () => {
    const store = createToastStore();
    for (const text of ['1', '2', '3', '4']) store.show('info', { text });
    expect(TOAST_LIMIT).toBe(3);
    expect(texts(store)).toEqual(['2', '3', '4']);
  });

  test('the same message again is not stacked but starts its time again', () => {
    const store = createToastStore();
    const id = store.show('error', { text: 'No connection' });
    expect(store.show('error', { text: 'No connection' })).toBe(id);
    expect(store.list()).toMatchObject([{ id, repeats: 1 }]);
    store.show('warn', { text: 'No connection' });
    expect(store.list()).toHaveLength(2);
  });

  test('[MNG-01] two that read alike and can be undone are shown side by side, and give way last', () => {
    const store = createToastStore();
    const undone: string[] = [];
    const offer = (site: string) => ({
      text: 'Main gate is deleted.',
      action: { label: 'Undo', onSelect: () => void undone.push(site) },
    });
    store.show('success', offer('A'));
    store.show('info', { text: 'Sent' });
    store.show('success', offer('B'));
    store.show('error', { text: 'No connection' });
    expect(texts(store)).toEqual(['Main gate is deleted.', 'Main gate is deleted.', 'No connection']);
    for (const { action } of store.list()) action?.onSelect();
    expect(undone).toEqual(['A', 'B']);
    store.show('success', offer('C'));
    store.show('error', { text: 'Still no connection' });
    expect(store.list().filter(({ action }) => action !== undefined)).toHaveLength(2);
    expect(texts(store).at(-1)).toBe('Still no connection');
  });

  test('time runs on from its first asking, and begins again with a repeat, or after it was stopped', () => {
    const store = createToastStore();
    const id = store.show('info', { text: 'Saved' });
    expect([store.msLeft(id, 5000, 100), store.msLeft(id, 5000, 3100)]).toEqual([5000, 2000]);
    expect(store.msLeft(id, 5000, 9000)).toBe(0);
    store.show('info', { text: 'Saved' });
    expect([store.msLeft(id, 5000, 9000), store.msLeft(id, 5000, 10_000)]).toEqual([5000, 4000]);
    store.stopTime(id);
    expect(store.msLeft(id, 5000, 20_000)).toBe(5000);
  });

  test('closing one keeps the others, and listeners hear of each change until they leave', () => {
    const store = createToastStore();
    let changes = 0;
    const unsubscribe = store.subscribe(() => {
      changes += 1;
    });
    const id = store.show('success', { text: 'Saved' });
    store.show('info', { text: 'Sent' });
    store.dismiss(id);
    unsubscribe();
    store.clear();
    expect(changes).toBe(3);
    expect(texts(store)).toEqual([]);
  });
});
