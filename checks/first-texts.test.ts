// Texts of areas come when an area is entered: what shows before that may use only those that are always there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../apps/console/src/labels/en.ts';
import { enFirst } from '../apps/console/src/labels/en-first.ts';
import { enRoundDetails } from '../apps/console/src/labels/en-round-details.ts';

const root = path.resolve(import.meta.dirname, '..');
const source = path.join(root, 'apps/console/src');
/** Rooms whose code can be shown before any area is entered; the dialog of sign-in security brings all texts with its code. */
const rooms = [
  'app',
  'lib',
  'reports',
  'ui',
  ...['info-pages', 'notifications', 'own-account', 'profile', 'push'].map(inFeatures),
  ...['scanned-checkpoints', 'session', 'sign-in'].map(inFeatures),
];
/** The guard of unsaved changes asks in forms alone, and logos are chosen there: those lie in areas. */
const lateFiles = [
  'lib/unsaved-changes.ts',
  // Brings its own.
  'lib/sos-words.ts',
  'lib/rounds/flag-reasons.ts',
  'lib/logo/logo-file-button.tsx',
  'lib/logo/logo-preview.tsx',
  'lib/logo/use-logo-choice.ts',
];

/** Shown by details of rounds alone, which bring these with their code (lib/rounds/details-texts.ts). */
const detailsFiles =
  /^(?:features\/scanned-checkpoints\/round-|lib\/rounds\/(?:doubt-list|uncounted-scan)|reports\/details-page)/;

function inFeatures(name: string): string {
  return `features/${name}`;
}

function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

test('[SHELL-06] what is shown from the beginning has its texts from the beginning', () => {
  const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
  const first = new Set(Object.keys(enFirst).map(base));
  const ofDetails = new Set(Object.keys(enRoundDetails).map(base));
  const late = new Set(
    Object.keys(en)
      .map(base)
      .filter((key) => !first.has(key)),
  );
  expect(late.size).toBeGreaterThan(100);
  const faults = rooms
    .flatMap((room) => filesBelow(path.join(source, room)))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => !lateFiles.includes(path.relative(source, file)))
    .flatMap((file) =>
      [...fs.readFileSync(file, 'utf8').matchAll(/'([\w.]+)'/g)]
        .map(([, key = '']) => key)
        .filter(
          (key) => late.has(key) && !(ofDetails.has(key) && detailsFiles.test(path.relative(source, file))),
        )
        .map((key) => `${path.relative(source, file)}: ${key}`),
    );
  expect(faults).toEqual([]);
});
