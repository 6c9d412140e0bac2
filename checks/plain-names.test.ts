// Files and exports are named with plain words: each word here has a better one, which a newcomer need not guess at.
import { expect, test } from 'vitest';
import { isCode, readRepository, type SourceFile } from './source-files.ts';

const betterWords: Readonly<Record<string, string>> = {
  wish: 'options, request',
  kept: 'stored, cached, saved',
  held: 'locked, stored',
  told: 'reported, notified, sent',
  tell: 'report, notify, send',
  said: 'text, reply',
  beside: 'related, alongside',
  fate: 'status, outcome',
  doubt: 'flag',
  spoilt: 'altered',
  stretch: 'interval, part',
  gathered: 'batched',
  news: 'event, update',
  words: 'text, label',
  begun: 'started',
  twin: 'duplicate',
  anew: 'again',
  heard: 'received, lastSeen',
};

/** Folders whose names are plain; the others follow when they are rewritten. */
const plainFolders =
  /^(apps\/guard\/src|apps\/server\/src\/(accounts|company|patrol|lifecycle|commands|testing|demo|reports(?!\/dashboard)|platform(?!\/(db|rollups)))|apps\/console\/src\/(app|lib|labels|offline|reports|ui|features\/(?!sites|guards|checkpoints|shifts|patrol-routes|tours))|packages\/domain\/src|e2e|trials|bench|checks|scripts)\//;

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function unplainNames(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) && plainFolders.test(file.path))
    .flatMap(({ path, text }) => {
      const [, fileName = ''] = /([^/]+?)\.[^/]*$/.exec(path) ?? [];
      const exported = [
        ...text.matchAll(
          /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
        ),
      ];
      return [fileName, ...exported.map(([, name = '']) => name)].flatMap((name) =>
        wordsOf(name)
          .filter((word) => Object.hasOwn(betterWords, word.replace(/(?<=fate|doubt|tell)s$/, '')))
          .map((word) => `${path}: ${name}, of ${word}`),
      );
    });
}

test('files and exports have names of plain words', () => {
  expect(unplainNames(readRepository())).toEqual([]);
});

test.each([
  ['apps/guard/src/outbox/scan-fates.ts', ''],
  ['packages/domain/src/a.ts', 'export interface SignInWish {}'],
  ['apps/server/src/patrol/a.ts', 'export async function tellLateRounds() {}'],
])('a planted name in %s is refused', (path, text) => {
  expect(unplainNames([{ path, text }])).toHaveLength(1);
});
