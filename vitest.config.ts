import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { parts as consoleParts } from './apps/console/src/labels/parts.ts';
import { parts as guardParts } from './apps/guard/src/labels/parts.ts';
import { longestUnitTests } from './checks/longest-tests.ts';
import { labels } from './labels/plugin.ts';

const everyTest = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.{ts,tsx}',
  'checks/**/*.test.ts',
  'bench/**/*.test.ts',
  'labels/**/*.test.ts',
  'trials/**/*.test.ts',
];
const ownProcess = [
  // Puts something in the place of a module, which others have loaded already where they share a process.
  'apps/server/src/accounts/session/session-guessing.routes.test.ts',
  // Counts on its time while a database comes and goes.
  'apps/server/src/platform/http/database-away.test.ts',
];

const project = {
  // A limit tells what hangs, not what is slow: some tests start processes, on machines of any speed.
  testTimeout: 90_000,
  hookTimeout: 240_000,
  setupFiles: 'apps/server/src/testing/each-file.ts',
  pool: 'forks',
} as const;

const plugins = [
  labels(path.resolve(import.meta.dirname, 'apps/console'), consoleParts),
  labels(path.resolve(import.meta.dirname, 'apps/guard'), guardParts),
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = new Set(longestUnitTests.map((file) => path.resolve(import.meta.dirname, file)));
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => longest.has(moduleId)),
      ...sorted.filter(({ moduleId }) => !longest.has(moduleId)),
    ];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // One more than the cores that tests are measured on: some wait for what takes its time in earnest.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // To load the server again for each of its test files takes longer than most of them do.
      {
        plugins,
        test: { ...project, name: 'shared', include: everyTest, exclude: ownProcess, isolate: false },
      },
      { plugins, test: { ...project, name: 'own process', include: ownProcess } },
    ],
  },
});
