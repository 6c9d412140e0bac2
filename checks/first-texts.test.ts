// Texts of areas come when an area is entered: what shows before that may use only those that are always there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parts } from '../apps/console/src/labels/parts.ts';
import { labelsOf, readLabels } from '../labels/label-file.ts';

const root = path.resolve(import.meta.dirname, '..');
const source = path.join(root, 'apps/console/src');
/** Rooms whose code can be shown before any area is entered; the dialog of sign-in security brings all texts with its code. */
const folders = [
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
  'lib/sos-texts.ts',
  'lib/rounds/flag-reasons.ts',
  'lib/logo/logo-file-button.tsx',
  'lib/logo/logo-preview.tsx',
  'lib/logo/use-logo-choice.ts',
];

/** Shown by details of rounds alone, which bring these with their code (lib/rounds/details-texts.ts). */
const detailsFiles =
  /^(?:features\/scanned-checkpoints\/round-|lib\/rounds\/(?:flag-list|uncounted-scan)|reports\/details-page)/;

function inFeatures(name: string): string {
  return `features/${name}`;
}

function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

test('[SHELL-06] what is shown from the beginning has its texts from the beginning', () => {
  const labels = readLabels(path.join(source, 'labels/en.json'));
  const keysOf = (part: keyof typeof parts) => Object.keys(labelsOf(labels, parts[part]));
  const ofDetails = new Set(keysOf('details'));
  const late = new Set([...keysOf('areas'), ...ofDetails, ...keysOf('sos')]);
  expect(late.size).toBeGreaterThan(100);
  const faults = folders
    .flatMap((folder) => filesBelow(path.join(source, folder)))
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
