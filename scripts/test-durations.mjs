// How long test files took when they were last run whole: for those who have to choose among them.
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder, root } from './layout.mjs';
import { isJourney } from './test-files.mjs';

const file = path.join(cacheFolder, 'test-durations.json');
/** Of a file that was not run yet: one of the server's takes nearly three seconds, a journey's with its browser twenty. */
const unknownMs = { unit: 2_800, journey: 20_000 };

function read() {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Adds `reports`, each with a file's full name and the milliseconds it took, to what is known. */
export function keepDurations(reports) {
  const known = read();
  for (const { name, ms } of reports)
    known[path.relative(root, name).split(path.sep).join('/')] = Math.round(ms);
  fs.mkdirSync(cacheFolder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify(known));
}

/** What each file takes by two workers, in milliseconds. */
export function guessedMs() {
  const known = read();
  return (name) => (known[name] ?? (isJourney(name) ? unknownMs.journey : unknownMs.unit)) / 2;
}
