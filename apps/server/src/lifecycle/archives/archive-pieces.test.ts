// What no one refers to any more is deleted to the last piece, however often that is interrupted.
import { expect, it } from 'vitest';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { deleteFilesFrom, deletePiecesFrom } from './archive-pieces.ts';

/** Files of three, one and two pieces. */
const pieces = ['0-0', '0-1', '0-2', '1-0', '2-0', '2-1'];

/** A store that fails at each deletion but those that are left to it. */
function storeOf(names: readonly string[]) {
  const keys = new Set(names.map((name) => `archives/t/a/${name}`));
  const state = { left: 0 };
  const files: FileStore = {
    put: () => Promise.reject(new Error('nothing is written')),
    get: async (key) => (keys.has(key) ? Buffer.from('x') : null),
    delete: async (key) => {
      if (state.left === 0) throw new Error('killed');
      state.left -= 1;
      keys.delete(key);
    },
    async *list() {
      yield* keys;
    },
  };
  return { files, state, names: () => [...keys].map((key) => key.split('/').at(-1)) };
}

it('files of an archive go though every deletion is interrupted after one piece', async () => {
  const { files, state, names } = storeOf(pieces);
  for (let times = 0; times < pieces.length; times += 1) {
    state.left = 1;
    await deleteFilesFrom(files, 't', 'a', 0).catch(() => {});
  }
  expect(names()).toEqual([]);
});

it('only files from a number on go, and only pieces from a number on', async () => {
  const { files, state, names } = storeOf(pieces);
  state.left = Infinity;
  await deleteFilesFrom(files, 't', 'a', 1);
  expect(names()).toEqual(['0-0', '0-1', '0-2']);
  await deletePiecesFrom(files, 'archives/t/a/0', 2);
  expect(names()).toEqual(['0-0', '0-1']);
});
