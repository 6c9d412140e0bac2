// What logs are sealed with in tests, each with a folder of its own for the last heads, as servers have.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { serverSecret } from '../platform/access/server-secret.ts';
import type { LogSecrets } from '../patrol/evidence/log-keys.ts';
import { makeSealing, type Sealing } from '../patrol/evidence/sealing.ts';
import { atFileEnd } from './file-end.ts';

export interface TestSealing extends Sealing {
  /** Where the heads are stored. */
  readonly folder: string;
  /** All that an operator was told. */
  readonly problems: readonly string[];
}

const testSecrets: LogSecrets = [serverSecret('for tests only')];

/** A server's; with the folder of another it is a further process that shares that, or the next start of the same. */
export function testSealing(secrets: LogSecrets = testSecrets, folder = headsFolder()): TestSealing {
  const problems: string[] = [];
  const sealing = makeSealing({ secrets, folder, onProblem: (sentence) => problems.push(sentence) });
  return { ...sealing, folder, problems };
}

function headsFolder(): string {
  const folder = mkdtempSync(path.join(inject('testRun').folder, 'heads-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
